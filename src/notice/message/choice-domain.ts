import { type Choice, isSwitchedOff, topicOf } from '../preference/domain.ts'
import type { ClaimedRow } from './attempt-domain.ts'
import { isCoordination } from './domain.ts'
import type { NotificationEvent } from './event-domain.ts'
import { changesEntry, type LastUpdate } from './invitation-domain.ts'

type Row = Pick<ClaimedRow, 'id' | 'send_id' | 'event' | 'channel' | 'role' | 'cc' | 'status' | 'recipient'>

/**
 * Applies the agent's choices to messages that we are about to send.
 * - An email that also notifies the resident always goes out, and so does a message that the agent resends.
 * - So does an email that changes an entry in the agent's calendar, because nothing else corrects the entry.
 * - The agent's copy of the buyer's email counts as an email to the agent.
 * @param showing its current state
 * @param known `optedOut`: IDs of texts that reach no one; `lastUpdates`: the last calendar update to each mailbox
 * @returns the messages, without copies that the agent does not want; `off`: IDs of those that we leave unsent
 */
export function applyChoices<Of extends Row>(
  rows: Of[],
  showing: { status: string; calendarSequence: number; agent: { email: string | null } },
  choices: readonly Choice[],
  known: { optedOut: ReadonlySet<string>; lastUpdates: ReadonlyMap<string, LastUpdate> },
): { rows: Of[]; off: ReadonlySet<string> } {
  const { status, calendarSequence: sequence, agent } = showing
  const goes = (event: string, channel: string) =>
    rows.some(
      (row) =>
        row.role === 'listing_agent' &&
        row.event === event &&
        row.channel === channel &&
        row.status === 'sending' &&
        !known.optedOut.has(row.id),
    )
  const correctsCalendar = ({ event, channel, recipient }: Of) =>
    channel === 'email' &&
    changesEntry(
      event as NotificationEvent,
      { status, sequence },
      known.lastUpdates.get(String(recipient).toLowerCase()) ?? null,
    )
  const isUnwanted = ({ event, send_id, id }: Of, way: 'sms' | 'email') =>
    send_id === id && isSwitchedOff(choices, { event, status, way }, goes(event, way === 'sms' ? 'email' : 'sms'))
  const isOff = (row: Of) =>
    row.role === 'listing_agent' &&
    row.channel !== 'certified_mail' &&
    !isCoordination(row) &&
    isUnwanted(row, row.channel) &&
    !correctsCalendar(row)
  const mailbox = agent.email?.toLowerCase()
  const withWantedCopies = (row: Of): Of =>
    mailbox && row.role === 'buyer' && row.channel === 'email' && row.cc.length > 0 && isUnwanted(row, 'email')
      ? { ...row, cc: row.cc.filter((one) => one.toLowerCase() !== mailbox) }
      : row
  return { rows: rows.map(withWantedCopies), off: new Set(rows.filter(isOff).map(({ id }) => id)) }
}

/** Tells whether a message that the agent turned off goes out if the same news fails to go the way that they chose. */
export const isFallback = (row: Pick<Row, 'id' | 'event'>, off: ReadonlySet<string>, status: string): boolean =>
  off.has(row.id) && topicOf(row.event, status) === 'request'
