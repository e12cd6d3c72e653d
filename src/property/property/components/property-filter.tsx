import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { locale } from '../../../platform/language.ts'
import { Button, Spinner } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { useChosenView } from '../../../ui/use-chosen-view.ts'
import * as t from '../../text/property.ts'
import { AgentFilter, type ListedAgent } from './agent-filter.tsx'
import styles from './property-filter.module.css'
import { addressOf, type PropertyFilter as Filter } from './use-property-list.tsx'

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

type Change = Partial<Filter> | ((soFar: Filter) => Partial<Filter>)
type Show = (change: Change, how?: { replace: boolean }) => void

/** Searches and filters by Listed / Unlisted, with two plain forms that work without scripts. */
export function PropertyFilter({ filter, counts, isAdmin, agents, shownAgent }: PropertyFilterProps) {
  const box = useRef<HTMLElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { isLoading, choose } = useChosenView('/properties', filter, addressOf)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show: Show = (change, how) => {
    clearTimeout(timer.current)
    // Every choice includes the text just typed.
    const q = box.current?.querySelector<HTMLInputElement>('input[type=search][name=q]')?.value ?? ''
    choose((soFar) => ({ q, ...(typeof change === 'function' ? change(soFar) : change) }), how)
  }
  function search() {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => show({}, { replace: true }), REST_MS)
  }
  return (
    <search ref={box} className={styles.filter}>
      <SearchField filter={filter} isAdmin={isAdmin} isLoading={isLoading} onInput={search} onSubmit={() => show({})} />
      {agents && (
        <AgentFilter
          filter={filter}
          agents={agents}
          shown={shownAgent}
          onChoose={(agentId) => show({ agent_id: agentId })}
        />
      )}
      <div className={styles.sort}>
        <Select
          name="sort"
          label={t.sortBy()}
          options={SORTS.map(({ value, label }) => ({ value, label: label() }))}
          value={filter.sort}
          onChange={(sort) => show({ sort }, { replace: true })}
        />
      </div>
      <Form
        method="get"
        action="/properties"
        className={styles.toggles}
        preventScrollReset
        onSubmit={(event) => {
          event.preventDefault()
          const { submitter } = event.nativeEvent as SubmitEvent
          const pressed = submitter?.dataset.status as Filter['status']
          show(({ status }) => ({ status: status === pressed ? '' : pressed }))
        }}
      >
        <Kept filter={{ ...filter, status: '' }} />
        {(['listed', 'unlisted'] as const).map((status) => (
          <button
            key={status}
            type="submit"
            className={styles.toggle}
            data-status={status}
            aria-pressed={filter.status === status}
            // A second press shows all properties.
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

/** Sends the rest of the view along with a form. */
function Kept({ filter }: { filter: Filter }) {
  return Object.entries(addressOf(filter)).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

const SORTS: { value: Filter['sort']; label: () => string }[] = [
  { value: '', label: t.sortNewest },
  { value: 'address', label: t.sortAddress },
  { value: 'showing', label: t.sortShowing },
]

type SearchFieldProps = {
  filter: Filter
  isAdmin: boolean
  isLoading: boolean
  onInput: () => void
  onSubmit: () => void
}

function SearchField({ filter, isAdmin, isLoading, onInput, onSubmit }: SearchFieldProps) {
  const form = useRef<HTMLFormElement>(null)
  // After going back, show the search of that view.
  useEffect(() => {
    const field = form.current?.querySelector('input')
    if (field && field !== document.activeElement) field.value = filter.q
  }, [filter.q])
  return (
    <Form
      ref={form}
      method="get"
      action="/properties"
      className={styles.search}
      preventScrollReset
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Field
        name="q"
        label={isAdmin ? t.searchAll() : t.searchYours()}
        type="search"
        defaultValue={filter.q}
        placeholder={t.searchHint()}
        autoComplete="off"
        maxLength={200}
        onInput={onInput}
      />
      <Kept filter={{ ...filter, q: '' }} />
      <Button type="submit" variant="secondary">
        {isLoading && <Spinner />}
        {t.searchButton()}
      </Button>
    </Form>
  )
}
