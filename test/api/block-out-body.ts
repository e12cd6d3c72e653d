import type { TestApp } from '../app.ts'

/** Returns a complete body of a block-out, far enough ahead that no showing is in the way. */
export function blockOutBody(app: TestApp) {
  const day = (days: number) => app.clock.now().toZonedDateTimeISO('UTC').add({ days }).toPlainDate().toString()
  return {
    from_date: day(100),
    to_date: day(101),
    from_time: '13:00',
    to_time: '15:30',
    time_zone: 'America/Los_Angeles',
    reason: 'Dentist',
    keep: true,
  }
}
