import { instantName } from '../../../ui/date-time.ts'

/** A showing in the refusal of a setting. */
export type CloseShowing = { id: string; startsAt: string; time_zone: string; propertyAddress: string }

/** Lists showings that are too close to each other, each in its property's time zone. */
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
