import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import fieldStyles from '../../../ui/field.module.css'
import * as t from '../../text/property.ts'
import styles from './property-filter.module.css'
import type { PropertyFilter } from './use-property-list.tsx'

/** An agent from `GET /api/showingbooker/admin/agents`. */
export type ListedAgent = {
  id: string
  email: string
  first_name: string | null
  last_name: string | null
  property_count: number
}

const REST_MS = 250

/** Picks whose properties are shown, with the browser's own searchable list. */
export function AgentFilter({
  filter,
  agents,
  shown,
  onChoose,
}: {
  filter: PropertyFilter
  agents: ListedAgent[]
  shown: string
  onChoose: (agentId: string) => void
}) {
  const id = useId()
  const [found, setFound] = useState<ListedAgent[]>([])
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // After going back, show the agent of that view.
  useEffect(() => {
    if (field.current && (filter.agent_id || field.current !== document.activeElement)) field.current.value = shown
  }, [shown, filter.agent_id])
  const all = [...agents, ...found.filter(({ id: one }) => agents.every((other) => other.id !== one))]

  async function look(q: string) {
    const query = { q, limit: 20 }
    const answer = await api.GET('/api/showingbooker/admin/agents', { params: { query } }).catch(() => null)
    if (answer) setFound(bodyOf(answer).agents)
  }

  function change({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) {
    clearTimeout(timer.current)
    const text = value.trim().toLowerCase()
    const chosen = all.find(({ email }) => email === text)
    if (chosen) return onChoose(chosen.id)
    if (text === '') return onChoose('')
    timer.current = setTimeout(() => void look(text), REST_MS)
  }

  return (
    <div className={`${fieldStyles.field} ${styles.agent}`}>
      <label className={fieldStyles.label} htmlFor={id}>
        {t.agent()}
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        className={fieldStyles.control}
        list={`${id}-agents`}
        defaultValue={shown}
        placeholder={t.allAgents()}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        onChange={change}
      />
      <datalist id={`${id}-agents`}>
        {all.map(({ id: agentId, email, first_name, last_name, property_count }) => (
          <option key={agentId} value={email}>
            {[first_name, last_name].filter(Boolean).join(' ')}
            {first_name && ' · '}
            {t.propertyCount({ count: property_count })}
          </option>
        ))}
      </datalist>
    </div>
  )
}
