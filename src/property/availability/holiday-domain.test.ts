import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holidayName } from './holiday-domain.ts'

const HOLIDAYS: [string, string][] = [
  ['2026-01-01', "New Year's Day"],
  ['2026-01-19', 'Martin Luther King Jr. Day'],
  ['2026-02-16', "Presidents' Day"],
  ['2026-05-25', 'Memorial Day'],
  ['2027-05-31', 'Memorial Day'],
  ['2026-06-19', 'Juneteenth'],
  ['2026-07-04', 'Independence Day'],
  ['2026-09-07', 'Labor Day'],
  ['2026-10-12', 'Columbus Day'],
  ['2026-11-11', 'Veterans Day'],
  ['2026-11-26', 'Thanksgiving'],
  ['2027-11-25', 'Thanksgiving'],
  ['2028-11-23', 'Thanksgiving'],
  ['2029-11-22', 'Thanksgiving'],
  ['2030-11-28', 'Thanksgiving'],
  ['2026-12-25', 'Christmas Day'],
  ['2026-12-31', "New Year's Eve"],
]
for (const [date, name] of HOLIDAYS) test(`${date} is ${name}`, () => assert.equal(holidayName(date), name))

test('every year has exactly twelve holidays', () => {
  for (let year = 2024; year < 2064; year++) {
    const named: string[] = []
    for (
      let date = Temporal.PlainDate.from({ year, month: 1, day: 1 });
      date.year === year;
      date = date.add({ days: 1 })
    ) {
      const name = holidayName(date.toString())
      if (name) named.push(name)
    }
    assert.equal(named.length, 12, String(year))
    assert.equal(new Set(named).size, 12, String(year))
  }
})
