import * as t from '../text/availability.ts'

/** The holidays in an agent's calendar. They close nothing: an agent who does not work on one blocks the time. */

type Holiday =
  | 'newYear'
  | 'king'
  | 'presidents'
  | 'memorial'
  | 'juneteenth'
  | 'independence'
  | 'labor'
  | 'columbus'
  | 'veterans'
  | 'thanksgiving'
  | 'christmas'
  | 'newYearsEve'

const FIXED: Record<string, Holiday> = {
  '01-01': 'newYear',
  '06-19': 'juneteenth',
  '07-04': 'independence',
  '11-11': 'veterans',
  '12-25': 'christmas',
  '12-31': 'newYearsEve',
}

/** `weekday` 0 is Sunday; `week` says which one of the month, or `last`. */
const MOVING: { month: number; weekday: number; week: number | 'last'; holiday: Holiday }[] = [
  { month: 1, weekday: 1, week: 3, holiday: 'king' },
  { month: 2, weekday: 1, week: 3, holiday: 'presidents' },
  { month: 5, weekday: 1, week: 'last', holiday: 'memorial' },
  { month: 9, weekday: 1, week: 1, holiday: 'labor' },
  { month: 10, weekday: 1, week: 2, holiday: 'columbus' },
  { month: 11, weekday: 4, week: 4, holiday: 'thanksgiving' },
]

/** Names the federal holiday or New Year's Eve of a date, or returns `null`. @param date `YYYY-MM-DD` */
export function holidayName(date: string): string | null {
  const holiday = FIXED[date.slice(5)] ?? movingOn(date)
  return holiday ? t.holidayName({ holiday }) : null
}

function movingOn(date: string): Holiday | undefined {
  const [month, day] = [Number(date.slice(5, 7)), Number(date.slice(8))]
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  const isLast = new Date(Date.parse(`${date}T00:00:00Z`) + 7 * 86_400_000).getUTCMonth() + 1 !== month
  return MOVING.find(
    (one) =>
      one.month === month &&
      one.weekday === weekday &&
      (one.week === 'last' ? isLast : one.week === Math.ceil(day / 7)),
  )?.holiday
}
