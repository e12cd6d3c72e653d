import { useEffect, useRef } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { locale } from '../../../platform/language.ts'
import { Button, Spinner } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
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

/** Searches and filters by Listed / Unlisted, with two plain forms that work without scripts. */
export function PropertyFilter({ filter, counts, isAdmin, agents, shownAgent }: PropertyFilterProps) {
  return (
    <search className={styles.filter}>
      <SearchField filter={filter} isAdmin={isAdmin} />
      {agents && <AgentFilter filter={filter} agents={agents} shown={shownAgent} />}
      <div className={styles.sort}>
        <SortField filter={filter} />
      </div>
      <Form method="get" action="/properties" className={styles.toggles} preventScrollReset>
        <Kept filter={{ ...filter, status: '' }} />
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

function SortField({ filter }: { filter: Filter }) {
  const submit = useSubmit()
  return (
    <Select
      name="sort"
      label={t.sortBy()}
      options={SORTS.map(({ value, label }) => ({ value, label: label() }))}
      value={filter.sort}
      onChange={(sort) =>
        void submit(addressOf({ ...filter, sort: sort as Filter['sort'] }), {
          method: 'get',
          action: '/properties',
          replace: true,
          preventScrollReset: true,
        })
      }
    />
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
      void submit(addressOf({ ...filter, q: text }), {
        method: 'get',
        action: '/properties',
        replace: true,
        preventScrollReset: true,
      })
    }, REST_MS)
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
      <Kept filter={{ ...filter, q: '' }} />
      <Button type="submit" variant="secondary">
        {isSearching && <Spinner />}
        {t.searchButton()}
      </Button>
    </Form>
  )
}
