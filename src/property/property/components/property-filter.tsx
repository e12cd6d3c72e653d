import { useEffect, useRef } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { locale } from '../../../platform/language.ts'
import { Button, Spinner } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import * as t from '../../text/property.ts'
import { AgentFilter, type ListedAgent } from './agent-filter.tsx'
import styles from './property-filter.module.css'
import type { PropertyFilter as Filter } from './use-property-list.tsx'

const REST_MS = 300

type PropertyFilterProps = {
  filter: Filter
  counts: { listed: number; unlisted: number }
  isAdmin: boolean
  /** Agents with properties, for admins only. */
  agents: ListedAgent[] | undefined
  /** Email of the agent whose properties are shown. Empty for all. */
  shownAgent: string
}

/** Searches and filters by Listed / Unlisted, with two plain forms that work without scripts. */
export function PropertyFilter({ filter, counts, isAdmin, agents, shownAgent }: PropertyFilterProps) {
  return (
    <search className={styles.filter}>
      <SearchField filter={filter} isAdmin={isAdmin} />
      {agents && <AgentFilter filter={filter} agents={agents} shown={shownAgent} />}
      <Form method="get" action="/properties" className={styles.toggles} preventScrollReset>
        {filter.q && <input type="hidden" name="q" value={filter.q} />}
        {filter.agent_id && <input type="hidden" name="agent_id" value={filter.agent_id} />}
        {(['listed', 'unlisted'] as const).map((status) => (
          <button
            key={status}
            type="submit"
            className={styles.toggle}
            aria-pressed={filter.status === status}
            // A second press shows all.
            {...(filter.status !== status && { name: 'status', value: status })}
          >
            {status === 'listed' ? t.filterListed() : t.filterUnlisted()}{' '}
            <span className={styles.count}>{counts[status].toLocaleString(locale())}</span>
          </button>
        ))}
      </Form>
    </search>
  )
}

function SearchField({ filter, isAdmin }: { filter: Filter; isAdmin: boolean }) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isSearching = useNavigation().location?.pathname === '/properties'

  // Going back shows the search of that time.
  useEffect(() => {
    const field = form.current?.querySelector('input')
    if (field && field !== document.activeElement) field.value = filter.q
  }, [filter.q])
  useEffect(() => () => clearTimeout(timer.current), [])

  function search() {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const text = form.current?.querySelector('input')?.value ?? ''
      const next = { ...(text && { q: text }), ...rest }
      void submit(next, { method: 'get', action: '/properties', replace: true, preventScrollReset: true })
    }, REST_MS)
  }
  const rest = {
    ...(filter.status && { status: filter.status }),
    ...(filter.agent_id && { agent_id: filter.agent_id }),
  }
  return (
    <Form
      ref={form}
      method="get"
      action="/properties"
      className={styles.search}
      preventScrollReset
      onSubmit={() => clearTimeout(timer.current)}
    >
      <Field
        name="q"
        label={isAdmin ? t.searchAll() : t.searchYours()}
        type="search"
        defaultValue={filter.q}
        placeholder={t.searchHint()}
        autoComplete="off"
        maxLength={200}
        onInput={search}
      />
      {Object.entries(rest).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant="secondary">
        {isSearching && <Spinner />}
        {t.searchButton()}
      </Button>
    </Form>
  )
}
