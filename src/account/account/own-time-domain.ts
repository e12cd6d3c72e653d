import { DomainError, type Issue } from '../../platform/errors.ts'
import { addressLine } from '../../platform/postal-address.ts'
import * as t from '../text/account.ts'
import type { AgentProfileForm } from './contract.ts'

/** An agent's schedule settings (decisions.md section 12). Omitted fields stay as they are. */
export type OwnTime = Pick<AgentProfileForm, 'shows_alone' | 'travel_minutes'>

export const MAX_TRAVEL_MINUTES = 120

/** Reads the form. The stored travel time stays while its field is hidden: for an agent who does not show alone. */
export const readOwnTime = (
  { showsAlone, travel }: { showsAlone: boolean; travel: string },
  stored: { travel_minutes: number },
) => ({ shows_alone: showsAlone, travel_minutes: showsAlone ? Number(travel) : stored.travel_minutes })

export function ownTimeIssues({ travel_minutes: minutes = 0 }: OwnTime): Issue[] {
  const isFine = Number.isInteger(minutes) && minutes >= 0 && minutes <= MAX_TRAVEL_MINUTES
  return isFine ? [] : [{ path: 'travel_minutes', message: t.enterTravel({ max: MAX_TRAVEL_MINUTES }) }]
}

/** A showing that conflicts with a change to the agent's schedule. */
export type ShowingInTheWay = {
  id: string
  property_id: string
  status: string
  starts_at: Date
  time_zone: string
  confirmation_number: string | null
  address_line1: string
  unit_number: string | null
  city: string
  state: string
  zip_code: string
}

/** Lists the showings in the details of a refusal. */
export const listInTheWay = (showings: ShowingInTheWay[]) =>
  showings.map(({ id, property_id, status, starts_at, time_zone, confirmation_number, ...address }) => ({
    id,
    property_id,
    status,
    startsAt: starts_at.toISOString(),
    time_zone,
    confirmation_number,
    propertyAddress: addressLine(address),
  }))

/** Refuses a setting that conflicts with booked showings, and lists them. */
export const showingsTooClose = (setting: OwnTime, showings: ShowingInTheWay[]) =>
  new DomainError('conflict', 'showings_too_close', t.showingsTooClose(), {
    field: setting.shows_alone === undefined ? 'travel_minutes' : 'shows_alone',
    details: { bookings: listInTheWay(showings) },
  })
