import { useEffect, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import type { ApiClient } from '../../../platform/api-list.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { byLabel } from '../../booking/components/use-showings.tsx'
import * as t from '../../text/booking.ts'
import styles from './hand-form.module.css'

export type BookableProperty = { value: string; label: string; timeZone: string }
export type BookableProperties = { items: BookableProperty[]; hasMore: boolean }

/** Maximum number of properties in the list. A search finds the others. */
const MOST_PROPERTIES = 100
const REST_MS = 250

type Fields = { id: string; full_address: string; time_zone: string; is_demo: boolean; status: string }

/** Returns the properties that an agent can book by hand, sorted by address. */
export const bookable = (properties: readonly Fields[]): BookableProperty[] =>
  properties
    .filter(({ is_demo, status }) => !is_demo && status === 'listed')
    .map(({ id, full_address, time_zone }) => ({ value: id, label: full_address, timeZone: time_zone }))
    .sort(byLabel)

/** @param q part of an address, or `''` */
export async function findBookable(client: ApiClient, q = '', signal?: AbortSignal): Promise<BookableProperties> {
  const query = { status: 'listed' as const, limit: MOST_PROPERTIES, ...(q && { q }) }
  const found = await client.GET('/api/showingbooker/properties', { params: { query }, ...(signal && { signal }) })
  const { properties, nextCursor } = bodyOf(found)
  return { items: bookable(properties), hasMore: nextCursor !== null }
}

/** Searches the properties while the agent types, if there are more than the list can show. The newest text wins. */
export function usePropertyChoice(first: BookableProperties) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<BookableProperties & { of: string }>()
  const [failure, setFailure] = useState<string>()
  const [known, setKnown] = useState(first.items)
  const query = text.trim()
  useEffect(() => {
    setFailure(undefined)
    if (!query) return
    const request = new AbortController()
    const timer = setTimeout(
      () =>
        findBookable(api, query, request.signal).then(
          (matches) => {
            setFound({ ...matches, of: query })
            setKnown((before) => [...before, ...matches.items])
          },
          (error: Error) => {
            if (!request.signal.aborted) setFailure(error.message)
          },
        ),
      REST_MS,
    )
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [query])
  return {
    text,
    search: setText,
    failure,
    isSearchable: first.hasMore,
    matches: query && found?.of === query ? found : null,
    /** What the list shows: the latest matches, or the first properties if there are none yet. */
    shown: query && found ? found.items : first.items,
    propertyOf: (id: string) => known.find(({ value }) => value === id),
    /** Adds a property that an earlier search found. */
    learn: (property: BookableProperty) => setKnown((before) => [...before, property]),
  }
}

type PropertyChoiceProps = {
  choice: ReturnType<typeof usePropertyChoice>
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

/** Asks for the property. An agent with many properties types part of the address first. We choose a single match. */
export function PropertyChoice({ choice, value, error, onChange }: PropertyChoiceProps) {
  const { shown, matches, isSearchable } = choice
  const found = matches?.items.length === 1 && !matches.hasMore ? matches.items[0]?.value : undefined
  // Choose a match only when it is found, because the agent may choose another property later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see the line above.
  useEffect(() => {
    if (found && found !== value) onChange(found)
  }, [found])
  const chosen = choice.propertyOf(value)
  const options = chosen && shown.every((one) => one.value !== value) ? [chosen, ...shown] : shown
  const isOnly = chosen && !isSearchable && options.length === 1
  return (
    <div className={styles.property}>
      {isSearchable && (
        <>
          <Field
            name="propertySearch"
            type="search"
            label={t.handFind()}
            hint={t.handFindHint({ most: MOST_PROPERTIES })}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={choice.text}
            error={choice.failure}
            onChange={({ currentTarget }) => choice.search(currentTarget.value)}
          />
          <p role="status">
            {matches &&
              (matches.hasMore
                ? t.handFoundMore({ most: MOST_PROPERTIES })
                : t.handFound({ count: matches.items.length }))}
          </p>
        </>
      )}
      <Select
        name="propertyId"
        label={t.handProperty()}
        options={isOnly ? options : [{ value: '', label: t.handChoose() }, ...options]}
        value={value}
        error={error}
        onChange={onChange}
      />
    </div>
  )
}
