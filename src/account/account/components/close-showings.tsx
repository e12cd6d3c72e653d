import { instantName } from '../../../ui/date-time.ts'

/** Showing as the refusal of a setting lists it. */
export type CloseShowing = { id: string; startsAt: string; time_zone: string; propertyAddress: string }

/** Lists showings that are too close to one another, each in its own property's time. */
export function CloseShowings({ showings }: { showings: CloseShowing[] }) {
  return (
    <ul>
      {showings.map(({ id, startsAt, time_zone, propertyAddress }) => (
        <li key={id}>
          <a href={`/calendar/showings/${id}`}>{instantName(startsAt, time_zone)}</a> · {propertyAddress}
        </li>
      ))}
    </ul>
  )
}
