import { bookingStatusName, notLegalAdvice } from '../../notice/entry-notice/domain.ts'
import { reportRules } from '../../notice/entry-notice/law-domain.ts'
import { noticeStatusName } from '../../notice/entry-notice/status-domain.ts'
import { formatDate, formatTime, formatWhen } from '../../platform/local-time.ts'
import { formatMoney } from '../../platform/money.ts'
import type { PdfTable } from '../../platform/pdf-document.ts'
import { dateName } from '../../ui/date-names.ts'
import * as t from '../text/booking.ts'
import type { ShowingFilter, ShowingRecord } from './contract.ts'
import { complianceName, paymentName } from './state-names-domain.ts'

const yesNo = (is: boolean) => (is ? t.yes() : t.no())
const compliant = ({ isCompliant }: ShowingRecord) => complianceName(isCompliant)
const instantOf = (text: string) => Temporal.Instant.from(text)
const noticeOf = ({ noticeStatus }: ShowingRecord) => (noticeStatus ? noticeStatusName(noticeStatus) : '')

type Column = [name: () => string, value: (record: ShowingRecord) => string | number | null]

const SHEET: Column[] = [
  [t.sheetDate, ({ date }) => date],
  [t.sheetTime, ({ datetime, time_zone }) => formatTime(instantOf(datetime), time_zone)],
  [t.sheetStartsAt, ({ datetime }) => datetime],
  [t.sheetMinutes, ({ duration }) => duration],
  [t.sheetProperty, ({ propertyAddress }) => propertyAddress],
  [t.sheetStatus, ({ status }) => bookingStatusName(status)],
  [t.sheetNumber, ({ confirmation_number }) => confirmation_number],
  [t.sheetBookedBy, ({ requester_type }) => t.requesterName({ type: requester_type })],
  [t.sheetBuyer, ({ buyerName }) => buyerName],
  [t.sheetBuyerEmail, ({ buyerEmail }) => buyerEmail],
  [t.sheetBuyerPhone, ({ buyerPhone }) => buyerPhone],
  [t.sheetBuyersAgent, (record) => record.buyer_agent_name],
  [t.sheetBuyersAgentEmail, (record) => record.buyer_agent_email],
  [t.sheetBuyersAgentPhone, (record) => record.buyer_agent_phone],
  [t.sheetAgent, ({ agentName }) => agentName],
  [t.sheetAgentEmail, ({ agentEmail }) => agentEmail],
  [t.sheetAgentPhone, ({ agentPhone }) => agentPhone],
  [t.sheetShownBy, ({ shownBy }) => shownBy],
  [t.sheetOwner, ({ ownerName }) => ownerName],
  [t.sheetResident, ({ residentName }) => residentName],
  [t.sheetRequests, ({ specialRequests }) => specialRequests],
  [t.sheetFee, ({ bookingFee }) => bookingFee / 100],
  [t.sheetPayment, ({ paymentStatus }) => paymentName(paymentStatus)],
  [t.sheetOccupied, ({ isOccupied }) => yesNo(isOccupied)],
  [t.sheetNoticeHours, ({ advanceNoticeHours }) => advanceNoticeHours],
  [t.sheetNotice24, ({ hasAdvanceNotice }) => yesNo(hasAdvanceNotice)],
  [t.sheetNotice, noticeOf],
  [t.sheetMail, ({ hasCertifiedMail }) => yesNo(hasCertifiedMail)],
  [t.sheetMailedAt, ({ certifiedMailDate }) => certifiedMailDate],
  [t.sheetCompliance, compliant],
  [t.sheetWhy, ({ complianceReasons }) => complianceReasons.join(' ')],
  [t.sheetFeedback, ({ feedback }) => feedback],
  [t.sheetDemo, (record) => yesNo(record.is_demo)],
]

export const sheetHead = () => SHEET.map(([name]) => name())
/** Converts a showing to a row of the spreadsheet. */
export const sheetRow = (record: ShowingRecord) => SHEET.map(([, value]) => value(record))

/** When a file is made, and the time zone of most of the account's properties. */
type Made = { now: Temporal.Instant; timeZone: string }

/** Names a file by its content, such as `upcoming-showings-2026-11-21`. */
export function fileName(what: string, { when, from, to }: ShowingFilter, { now, timeZone }: Made): string {
  const view = when === 'upcoming' ? 'upcoming-' : when === 'past' ? 'past-' : ''
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate().toString()
  return `${view}${what}-${from || to ? `${from ?? 'begin'}-to-${to ?? today}` : today}`
}

/** Most showings in a printed report. More would keep the renderer busy for seconds. */
export const REPORT_ROWS = 500

type Listing = Made & { records: ShowingRecord[]; hasMore: boolean; filter: ShowingFilter }

/** Prints upcoming showings as a list to take along, and any other list as the compliance report. */
export function showingReport(listing: Listing): { kind: 'showings' | 'compliance-report'; table: PdfTable } {
  const isSchedule = listing.filter.when === 'upcoming'
  const { records, hasMore, filter, now, timeZone } = listing
  return {
    kind: isSchedule ? 'showings' : 'compliance-report',
    table: {
      kind: 'table',
      title: isSchedule ? t.reportUpcomingTitle() : t.reportComplianceTitle(),
      preparedAt: now.toString(),
      facts: [
        { label: t.reportPrepared(), value: formatWhen(now, timeZone) },
        { label: t.reportShowings(), value: wordsOf(filter) },
        ...(isSchedule ? [] : figures(records)),
        {
          label: t.reportListed(),
          value: hasMore ? t.reportBound({ count: REPORT_ROWS }) : t.reportAll({ count: records.length }),
        },
      ],
      ...(isSchedule ? schedule(records) : compliance(records)),
      empty: isSchedule ? t.reportNoUpcoming() : t.reportNoCompleted(),
      notes: isSchedule ? [] : [...reportRules(), t.reportDemoNote()],
      footer: isSchedule ? 'ShowingBooker' : `ShowingBooker. ${notLegalAdvice()}`,
    },
  }
}

function wordsOf({ when, days, from, to, status, q }: ShowingFilter): string {
  const hasRequests = !status?.length || status.includes('pending')
  const nextDays = hasRequests ? t.reportNextDaysAndRequests : t.reportNextDays
  const parts = [
    when === 'upcoming' ? t.reportUpcoming() : when === 'past' ? t.reportPast() : t.reportAllDates(),
    days && (when === 'upcoming' ? nextDays({ days }) : t.reportLastDays({ days })),
    from && t.reportFrom({ date: dateName(from) }),
    to && t.reportTo({ date: dateName(to) }),
    status?.length && status.map((one) => bookingStatusName(one)).join(', '),
    q?.trim() && t.reportFoundBy({ words: q.trim() }),
  ]
  return parts.filter(Boolean).join('; ')
}

/** Returns the figures of a report. They leave out demos. */
function figures(records: ShowingRecord[]): PdfTable['facts'] {
  const real = records.filter((record) => !record.is_demo)
  const count = (is: (record: ShowingRecord) => boolean) => real.filter(is).length
  const judged = count(({ isCompliant }) => isCompliant !== null)
  return [
    {
      label: t.reportOfThese(),
      value: t.reportOutcomes({
        completed: count(({ status }) => status === 'completed'),
        noShows: count(({ status }) => status === 'no_show'),
      }),
    },
    {
      label: t.reportCompliant(),
      value: t.reportCompliantOf({ count: count(({ isCompliant }) => isCompliant === true), judged }),
    },
    {
      label: t.reportTold(),
      value: t.reportToldOf({
        count: count((record) => record.isOccupied && record.hasAdvanceNotice),
        occupied: count(({ isOccupied }) => isOccupied),
      }),
    },
  ]
}

/** Cuts a text so that a row fits on the page. The CSV export has the whole text. */
const clipped = (text: string | null) => (text && text.length > 500 ? `${text.slice(0, 500).trimEnd()}…` : text)

const lines = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join('\n')

const whenCell = ({ datetime, time_zone, is_demo }: ShowingRecord) =>
  lines(
    formatTime(instantOf(datetime), time_zone),
    formatDate(instantOf(datetime), time_zone),
    is_demo && t.reportDemo(),
  )
const buyerCell = (record: ShowingRecord) =>
  lines(
    record.buyerName,
    record.buyerPhone,
    record.buyerEmail,
    record.buyer_agent_name && t.reportBuyersAgent({ name: record.buyer_agent_name }),
  )
const propertyCell = (record: ShowingRecord) => lines(record.propertyAddress, record.confirmation_number)

const schedule = (records: ShowingRecord[]): Pick<PdfTable, 'columns' | 'rows'> => ({
  columns: [
    { label: t.reportWhen(), share: 17 },
    { label: t.sheetProperty(), share: 22 },
    { label: t.sheetBuyer(), share: 22 },
    { label: t.reportPeople(), share: 18 },
    { label: t.sheetStatus(), share: 9 },
    { label: t.sheetRequests(), share: 18 },
  ],
  rows: records.map((record) => [
    whenCell(record),
    propertyCell(record),
    buyerCell(record),
    lines(
      record.agentName ?? '–',
      record.shownBy && t.shownBy({ name: record.shownBy }),
      record.residentName && t.reportResident({ name: record.residentName }),
    ),
    lines(bookingStatusName(record.status), record.noticeStatus && noticeStatusName(record.noticeStatus)),
    clipped(record.specialRequests) ?? '',
  ]),
})

const compliance = (records: ShowingRecord[]): Pick<PdfTable, 'columns' | 'rows'> => ({
  columns: [
    { label: t.reportWhen(), share: 16 },
    { label: t.sheetProperty(), share: 18 },
    { label: t.sheetBuyer(), share: 17 },
    { label: t.sheetStatus(), share: 10 },
    { label: t.reportNotice(), share: 15 },
    { label: t.reportFee(), share: 8 },
    { label: t.sheetCompliance(), share: 22 },
  ],
  rows: records.map((record) => [
    whenCell(record),
    lines(
      record.propertyAddress,
      record.confirmation_number,
      record.isOccupied ? t.reportOccupied() : t.reportVacant(),
    ),
    buyerCell(record),
    lines(bookingStatusName(record.status), clipped(record.feedback)),
    noticeCell(record),
    lines(record.bookingFee > 0 && formatMoney(record.bookingFee), paymentName(record.paymentStatus)),
    lines(compliant(record), ...record.complianceReasons),
  ]),
})

function noticeCell(record: ShowingRecord) {
  const { isOccupied, advanceNoticeHours, certifiedMailDate, time_zone, residentName, noticeStatus } = record
  const hours = advanceNoticeHours === null ? t.reportNoneSent() : t.reportHoursAhead({ hours: advanceNoticeHours })
  const mailed = certifiedMailDate && t.reportMailed({ date: formatDate(instantOf(certifiedMailDate), time_zone) })
  return lines(hours, isOccupied && residentName, noticeStatus && noticeStatusName(noticeStatus), mailed)
}
