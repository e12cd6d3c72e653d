import { useEffect, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { OPENED_HERE } from '../../../showing/booking/showing-link-domain.ts'
import { instantName } from '../../../ui/date-time.ts'
import * as t from '../../text/site.ts'
import type { Command } from './commands.tsx'

const REST_MS = 200
const MOST = 5
/** One letter finds everything. */
const LEAST_LETTERS = 2

type Found = { query: string; commands: Command[]; hasFailed: boolean }

/** Searches properties and showings while someone types. The newest text wins. */
export function useFound(text: string) {
  const query = text.trim()
  const isSearched = query.length >= LEAST_LETTERS
  const [found, setFound] = useState<Found>({ query: '', commands: [], hasFailed: false })
  useEffect(() => {
    if (!isSearched) return
    const left = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const commands = await search(query, left.signal)
        setFound({ query, commands, hasFailed: false })
      } catch {
        if (!left.signal.aborted) setFound({ query, commands: [], hasFailed: true })
      }
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [query, isSearched])
  return {
    commands: isSearched ? found.commands : [],
    hasFailed: isSearched && found.hasFailed,
    isSearching: isSearched && found.query !== query,
  }
}

async function search(q: string, signal: AbortSignal): Promise<Command[]> {
  const params = { query: { q, limit: MOST } }
  const [homes, showings] = await Promise.all([
    api.GET('/api/showingbooker/properties', { params, signal }),
    api.GET('/api/showingbooker/bookings', { params, signal }),
  ])
  return [
    ...bodyOf(homes).properties.map(
      ({ id, full_address, address_line1 }): Command => ({
        id,
        name: full_address,
        detail: t.goProperty(),
        icon: 'home',
        href: `/properties?${new URLSearchParams({ q: address_line1 })}`,
      }),
    ),
    ...bodyOf(showings).bookings.map(
      ({ id, buyerName, confirmation_number, propertyAddress, datetime, time_zone }): Command => ({
        id,
        name: `${buyerName}, ${instantName(datetime, time_zone)}`,
        detail: `${propertyAddress} · ${confirmation_number}`,
        icon: 'calendar',
        href: `/calendar/showings/${id}`,
        state: OPENED_HERE,
      }),
    ),
  ]
}
