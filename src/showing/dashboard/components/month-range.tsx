import { useState } from 'react'
import { capitalized, monthName } from '../../../ui/date-names.ts'
import { Select } from '../../../ui/select.tsx'
import * as t from '../../text/dashboard.ts'
import { monthsFrom } from '../domain.ts'

type Span = { from: string; to: string; firstMonth: string; lastMonth: string }
type MonthRangeProps = { report: Span; asked: { from?: string; to?: string }; error?: string }

const MONTH = /^\d{4}-\d\d$/

/** Lets the agent choose a report's first and last month: months with data, and those in the URL. */
export function MonthRange({ report, asked, error }: MonthRangeProps) {
  const chosen = {
    from: MONTH.test(asked.from ?? '') ? (asked.from as string) : report.from,
    to: MONTH.test(asked.to ?? '') ? (asked.to as string) : report.to,
  }
  return <Fields key={`${chosen.from} ${chosen.to}`} chosen={chosen} report={report} error={error} />
}

function Fields({ chosen, report, error }: { chosen: { from: string; to: string }; report: Span; error?: string }) {
  const [from, setFrom] = useState(chosen.from)
  const [to, setTo] = useState(chosen.to)
  const ends = [report.firstMonth, report.lastMonth, report.from, chosen.from, chosen.to].sort()
  const options = monthsFrom(ends[0] ?? '', ends.at(-1) ?? '')
    .toReversed()
    .map((value) => ({ value, label: capitalized(monthName(value)) }))
  return (
    <>
      <Select name="from" label={t.from()} options={options} value={from} onChange={setFrom} error={error} />
      <Select name="to" label={t.to()} options={options} value={to} onChange={setTo} />
    </>
  )
}
