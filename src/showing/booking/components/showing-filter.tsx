import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import type { Issue } from '../../../platform/errors.ts'
import { Button, Spinner } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Select } from '../../../ui/select.tsx'
import { useChosenView } from '../../../ui/use-chosen-view.ts'
import * as t from '../../text/booking.ts'
import { ALL_DAYS, addressOf, type ShowingChoice } from '../showing-view-domain.ts'
import styles from './showing-filter.module.css'

const REST_MS = 300

type Options = readonly { value: string; label: () => string }[]
type ShowingFilterProps = {
  action: string
  choice: ShowingChoice
  /** Properties to choose from. If there are none, the filter shows no choice. */
  properties: { value: string; label: string }[]
  statuses: Options
  sorts: Options
  ranges?: Options
  issues: Issue[]
}

const named = (options: Options) => options.map(({ value, label }) => ({ value, label: label() }))

/** Returns whether a typed date is complete. While someone types the year, it begins as 0002. */
const isWhole = (date: string) => date === '' || date >= '1900'

/**
 * Shows the search and the filters of a list as a plain form that works without scripts. On a phone, the filters are
 * folded, unless one is set.
 */
export function ShowingFilter({ action, choice, properties, statuses, sorts, ranges, issues }: ShowingFilterProps) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { isLoading, choose } = useChosenView(action, choice, addressOf)

  const active = Object.keys(addressOf({ ...choice, q: '' })).length
  const [isOpenFirst] = useState(active > 0 || issues.length > 0)

  const faultOf = (field: string) => issues.find(({ path }) => path === field)?.message

  // After Back, show the words of that search.
  useEffect(() => {
    for (const [name, value] of Object.entries({ q: choice.q, from: choice.from, to: choice.to })) {
      const field = form.current?.querySelector<HTMLInputElement>(`input[name=${name}]`)
      if (field && field !== document.activeElement) field.value = value
    }
  }, [choice.q, choice.from, choice.to])
  useEffect(() => () => clearTimeout(timer.current), [])

  function show(change: Partial<ShowingChoice>) {
    clearTimeout(timer.current)
    const q = form.current?.querySelector('input')?.value ?? ''
    choose({ q, ...change }, { replace: true })
  }
  /** Shows the list of the chosen dates, which replace the time range. */
  function showDates(dates: Partial<Pick<ShowingChoice, 'from' | 'to'>>) {
    if (Object.values(dates).every(isWhole)) show({ ...dates, ...(ranges && { days: ALL_DAYS }) })
  }
  function search() {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => show({}), REST_MS)
  }
  return (
    <search>
      <Form
        ref={form}
        method="get"
        action={action}
        className={styles.filter}
        preventScrollReset
        onSubmit={(event) => {
          event.preventDefault()
          show({})
        }}
      >
        <div className={styles.search}>
          <Field
            name="q"
            label={t.search()}
            type="search"
            defaultValue={choice.q}
            placeholder={t.searchWhat()}
            autoComplete="off"
            maxLength={200}
            onInput={search}
          />
          <Button type="submit" variant="secondary">
            {isLoading ? <Spinner /> : <Icon name="search" />}
            <span className="visually-hidden">{t.search()}</span>
          </Button>
        </div>
        <details className={styles.more} open={isOpenFirst}>
          <summary>
            {active > 0 ? t.filtersActive({ count: active }) : t.filters()}
            <Icon name="chevron-right" />
          </summary>
        </details>
        <div className={styles.rest}>
          {properties.length > 0 && (
            <Select
              name="property"
              label={t.filterProperty()}
              options={[{ value: '', label: t.everyProperty() }, ...properties]}
              value={choice.property}
              onChange={(property) => show({ property })}
            />
          )}
          <Field
            name="from"
            type="date"
            label={t.filterFrom()}
            defaultValue={choice.from}
            error={faultOf('from')}
            onChange={({ currentTarget: { value } }) => showDates({ from: value })}
          />
          <Field
            name="to"
            type="date"
            label={t.filterTo()}
            defaultValue={choice.to}
            error={faultOf('to')}
            onChange={({ currentTarget: { value } }) => showDates({ to: value })}
          />
          {ranges && (
            <Select
              name="days"
              label={t.timeRange()}
              options={named(ranges)}
              value={choice.days}
              onChange={(days) => show({ days, from: '', to: '' })}
            />
          )}
          <Select
            name="status"
            label={t.sheetStatus()}
            options={named(statuses)}
            value={choice.status}
            onChange={(status) => show({ status })}
          />
          <Select
            name="sort"
            label={t.order()}
            options={named(sorts)}
            value={choice.sort}
            onChange={(sort) => show({ sort })}
          />
        </div>
      </Form>
    </search>
  )
}
