import { type Choice, isSwitchedOff } from '../preference/domain.ts'
import type { ClaimedRow } from './attempt-domain.ts'
import { isCoordination } from './domain.ts'

type Row = Pick<ClaimedRow, 'id' | 'send_id' | 'event' | 'channel' | 'role' | 'cc' | 'status' | 'recipient'>

/**
 * Applies the agent's choices to messages that we are about to send.
 * - An email that also notifies the resident always goes out, and so does a message that the agent resends.
 * - The agent's copy of the buyer's email counts as an email to the agent.
 * @param showing its current state
 * @param optedOut IDs of texts that reach no one
 * @returns the messages, without copies that the agent does not want; `off`: IDs of those that we leave unsent
 */
export function applyChoices<Of extends Row>(
  rows: Of[],
  showing: { status: string; agent: { email: string | null } },
  choices: readonly Choice[],
  optedOut: ReadonlySet<string>,
): { rows: Of[]; off: ReadonlySet<string> } {
  const { status, agent } = showing
  const goes = (event: string, channel: string) =>
    rows.some(
      (row) =>
        row.role === 'listing_agent' &&
        row.event === event &&
        row.channel === channel &&
        row.status === 'sending' &&
        !optedOut.has(row.id),
    )
  const isUnwanted = ({ event, send_id, id }: Of, way: 'sms' | 'email') =>
    send_id === id && isSwitchedOff(choices, { event, status, way }, goes(event, way === 'sms' ? 'email' : 'sms'))
  const isOff = (row: Of) =>
    row.role === 'listing_agent' &&
    row.channel !== 'certified_mail' &&
    !isCoordination(row) &&
    isUnwanted(row, row.channel)
  const mailbox = agent.email?.toLowerCase()
  const withWantedCopies = (row: Of): Of =>
    mailbox && row.role === 'buyer' && row.channel === 'email' && row.cc.length > 0 && isUnwanted(row, 'email')
      ? { ...row, cc: row.cc.filter((one) => one.toLowerCase() !== mailbox) }
      : row
  return { rows: rows.map(withWantedCopies), off: new Set(rows.filter(isOff).map(({ id }) => id)) }
}
