import { bookingStatusName, notLegalAdvice, statute } from '../../notice/entry-notice/domain.ts'
import { formatDate, formatTime, formatWhen } from '../../platform/local-time.ts'
import { formatMoney } from '../../platform/money.ts'
import type { PdfTable } from '../../platform/pdf-document.ts'
import { HOME_ZONE } from '../../property/property/domain.ts'
import type { RequesterType, ShowingFilter, ShowingRecord } from './contract.ts'
import { complianceName, NOTICE_NAMES } from './domain.ts'

const REQUESTERS: Record<RequesterType, string> = { buyer: 'Buyer', buyers_agent: "Buyer's agent", other: 'Other' }

const yesNo = (is: boolean) => (is ? 'Yes' : 'No')
const compliant = ({ isCompliant }: ShowingRecord) => complianceName(isCompliant)
const instantOf = (text: string) => Temporal.Instant.from(text)
const noticeName = ({ notice }: ShowingRecord) => (notice ? NOTICE_NAMES[notice.state] : 'Not needed')

type Column = [name: string, value: (record: ShowingRecord) => string | number | null]

const SHEET: Column[] = [
  ['Date', ({ date }) => date],
  ['Time', ({ datetime, time_zone }) => formatTime(instantOf(datetime), time_zone)],
  ['Starts at (UTC)', ({ datetime }) => datetime],
  ['Minutes', ({ duration }) => duration],
  ['Property', ({ propertyAddress }) => propertyAddress],
  ['Status', ({ status }) => bookingStatusName(status)],
  ['Confirmation number', ({ confirmation_number }) => confirmation_number],
  ['Booked by', ({ requester_type }) => REQUESTERS[requester_type]],
  ['Buyer', ({ buyerName }) => buyerName],
  ['Buyer email', ({ buyerEmail }) => buyerEmail],
  ['Buyer phone', ({ buyerPhone }) => buyerPhone],
  ["Buyer's agent", (record) => record.buyer_agent_name],
  ["Buyer's agent email", (record) => record.buyer_agent_email],
  ["Buyer's agent phone", (record) => record.buyer_agent_phone],
  ['Listing agent', ({ agentName }) => agentName],
  ['Listing agent email', ({ agentEmail }) => agentEmail],
  ['Listing agent phone', ({ agentPhone }) => agentPhone],
  ['Owner', ({ ownerName }) => ownerName],
  ['Resident', ({ residentName }) => residentName],
  ['Special requests', ({ specialRequests }) => specialRequests],
  ['Fee (USD)', ({ bookingFee }) => bookingFee / 100],
  ['Payment', ({ paymentStatus }) => paymentStatus],
  ['Occupied', ({ isOccupied }) => yesNo(isOccupied)],
  ['Advance notice (hours)', ({ advanceNoticeHours }) => advanceNoticeHours],
  ['24 hours of advance notice', ({ hasAdvanceNotice }) => yesNo(hasAdvanceNotice)],
  ['Notice to enter', (record) => noticeName(record)],
  ['Certified mail', ({ hasCertifiedMail }) => yesNo(hasCertifiedMail)],
  ['Certified mail sent at (UTC)', ({ certifiedMailDate }) => certifiedMailDate],
  ['Compliance', compliant],
  ['Why', ({ complianceReasons }) => complianceReasons.join(' ')],
  ['Feedback', ({ feedback }) => feedback],
  ['Demo', (record) => yesNo(record.is_demo)],
]

export const SHEET_HEAD = SHEET.map(([name]) => name)
/** A showing as a row of a spreadsheet. */
export const sheetRow = (record: ShowingRecord) => SHEET.map(([, value]) => value(record))

/** Says what is in the file: `upcoming-showings-2026-11-21`. */
export function fileName(what: string, { when, from, to }: ShowingFilter, now: Temporal.Instant): string {
  const view = when === 'upcoming' ? 'upcoming-' : when === 'past' ? 'past-' : ''
  const today = now.toZonedDateTimeISO(HOME_ZONE).toPlainDate().toString()
  return `${view}${what}-${from || to ? `${from ?? 'begin'}-to-${to ?? today}` : today}`
}

/** Laying out more would keep the renderer busy for seconds. */
export const REPORT_ROWS = 500

type Listing = { records: ShowingRecord[]; hasMore: boolean; filter: ShowingFilter; now: Temporal.Instant }

/** What is to come as a list to take along; anything else as the report of what was done to be compliant. */
export function showingReport(listing: Listing): { kind: 'showings' | 'compliance-report'; table: PdfTable } {
  const isSchedule = listing.filter.when === 'upcoming'
  const { records, hasMore, filter, now } = listing
  const bound = `The first ${REPORT_ROWS} showings of this list; a report holds no more. The CSV export has all of them.`
  return {
    kind: isSchedule ? 'showings' : 'compliance-report',
    table: {
      kind: 'table',
      title: isSchedule ? 'Upcoming showings' : 'Showing compliance report',
      preparedAt: now.toString(),
      facts: [
        { label: 'Prepared', value: formatWhen(now, HOME_ZONE) },
        { label: 'Showings', value: wordsOf(filter) },
        ...(isSchedule ? [] : figures(records)),
        { label: 'Listed', value: hasMore ? bound : `All ${records.length}` },
      ],
      ...(isSchedule ? schedule(records) : compliance(records)),
      empty: isSchedule ? 'No upcoming showings' : 'No completed showings',
      notes: isSchedule ? [] : COMPLIANCE_NOTES,
      footer: isSchedule ? 'ShowingBooker' : `ShowingBooker. ${notLegalAdvice()}`,
    },
  }
}

const COMPLIANCE_NOTES = [
  `Compliance is judged by ${statute()}: where a tenant lives, written notice that was handed over or left at the door 24 ` +
    'hours ahead, or mailed six days ahead, for an entry in business hours. Texts and emails are a courtesy. ' +
    "Vacant and owner-occupied homes need no notice; other states' rules are not judged.",
  'Demo showings are marked, and are no part of the figures.',
]

function wordsOf({ when, days, from, to, status, q }: ShowingFilter): string {
  const range = days ? (when === 'upcoming' ? `the next ${days} days` : `the last ${days} days`) : null
  const parts = [
    when === 'upcoming' ? 'Upcoming' : when === 'past' ? 'Past' : 'All dates',
    range,
    from && `from ${from}`,
    to && `to ${to}`,
    status?.length && status.map((one) => bookingStatusName(one)).join(', '),
    q?.trim() && `found by “${q.trim()}”`,
  ]
  return parts.filter(Boolean).join('; ')
}

/** Without the demos. */
function figures(records: ShowingRecord[]): PdfTable['facts'] {
  const real = records.filter((record) => !record.is_demo)
  const count = (is: (record: ShowingRecord) => boolean) => real.filter(is).length
  const judged = count(({ isCompliant }) => isCompliant !== null)
  return [
    {
      label: 'Of these',
      value: `${count(({ status }) => status === 'completed')} completed, ${plural(
        count(({ status }) => status === 'no_show'),
        'no-show',
      )}`,
    },
    { label: 'Compliant', value: `${count(({ isCompliant }) => isCompliant === true)} of ${judged} judged` },
    {
      label: 'Told 24 hours ahead',
      value: `${count((record) => record.isOccupied && record.hasAdvanceNotice)} of ${count(({ isOccupied }) => isOccupied)} in occupied homes`,
    },
  ]
}

/** A row must fit on a sheet; the whole text is in the CSV export. */
const clipped = (text: string | null) => (text && text.length > 500 ? `${text.slice(0, 500).trimEnd()}…` : text)

const plural = (count: number, word: string) => (count === 1 ? `1 ${word}` : `${count} ${word}s`)

const lines = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join('\n')

const whenCell = ({ datetime, time_zone, is_demo }: ShowingRecord) =>
  lines(
    formatTime(instantOf(datetime), time_zone),
    formatDate(instantOf(datetime), time_zone),
    is_demo && 'DEMO: not a real showing',
  )
const buyerCell = (record: ShowingRecord) =>
  lines(
    record.buyerName,
    record.buyerPhone,
    record.buyerEmail,
    record.buyer_agent_name && `Agent: ${record.buyer_agent_name}`,
  )
const propertyCell = (record: ShowingRecord) => lines(record.propertyAddress, record.confirmation_number)

const schedule = (records: ShowingRecord[]): Pick<PdfTable, 'columns' | 'rows'> => ({
  columns: [
    { label: 'When', share: 17 },
    { label: 'Property', share: 22 },
    { label: 'Buyer', share: 22 },
    { label: 'Agent and resident', share: 18 },
    { label: 'Status', share: 9 },
    { label: 'Special requests', share: 18 },
  ],
  rows: records.map((record) => [
    whenCell(record),
    propertyCell(record),
    buyerCell(record),
    lines(record.agentName ?? '–', record.residentName && `Resident: ${record.residentName}`),
    lines(bookingStatusName(record.status), record.notice && NOTICE_NAMES[record.notice.state]),
    clipped(record.specialRequests) ?? '',
  ]),
})

const compliance = (records: ShowingRecord[]): Pick<PdfTable, 'columns' | 'rows'> => ({
  columns: [
    { label: 'When', share: 16 },
    { label: 'Property', share: 18 },
    { label: 'Buyer', share: 17 },
    { label: 'Status', share: 10 },
    { label: 'Notice', share: 15 },
    { label: 'Fee', share: 8 },
    { label: 'Compliance', share: 22 },
  ],
  rows: records.map((record) => [
    whenCell(record),
    lines(record.propertyAddress, record.confirmation_number, record.isOccupied ? 'Occupied' : 'Vacant'),
    buyerCell(record),
    lines(bookingStatusName(record.status), clipped(record.feedback)),
    noticeCell(record),
    lines(formatMoney(record.bookingFee), record.paymentStatus),
    lines(compliant(record), ...record.complianceReasons),
  ]),
})

function noticeCell(record: ShowingRecord) {
  const { isOccupied, advanceNoticeHours, certifiedMailDate, time_zone, residentName, notice } = record
  const hours = advanceNoticeHours === null ? 'None sent' : `${advanceNoticeHours} hours ahead`
  const mailed = certifiedMailDate && `Certified mail: ${formatDate(instantOf(certifiedMailDate), time_zone)}`
  return lines(hours, isOccupied && residentName, notice && NOTICE_NAMES[notice.state], mailed)
}
