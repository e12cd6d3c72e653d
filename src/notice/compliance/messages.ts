import type { Cell } from '../../platform/csv.ts'
import { formatWhen } from '../../platform/local-time.ts'
import { formatMoney } from '../../platform/money.ts'
import type { PdfTable } from '../../platform/pdf-document.ts'
import { inLanguage } from '../../platform/reader.ts'
import { fullAddress } from '../../property/property/domain.ts'
import { notLegalAdvice } from '../entry-notice/domain.ts'
import type { LogEntry } from './contract.ts'
import {
  eventName,
  movedFrom,
  type NoticeLine,
  notesOf,
  noticeLines,
  type Proof,
  proofWords,
  type Stamp,
  servicesOf,
  statusName,
} from './domain.ts'

const REQUESTERS: Record<string, string> = { buyer: 'Buyer', buyers_agent: "Buyer's agent", other: 'Other' }

const instantOf = (text: string) => Temporal.Instant.from(text)
const yesNo = (is: boolean) => (is ? 'Yes' : 'No')

const FACTS: [name: string, value: (log: LogEntry) => Cell][] = [
  ['Confirmation number', (log) => log.confirmationNumber],
  ['Showing date', (log) => log.showingDate],
  ['Showing time', (log) => log.showingTime],
  ['Time zone', (log) => log.timeZone],
  ['Starts at (UTC)', (log) => log.startsAt],
  ['Booked at (UTC)', (log) => log.bookingCreatedAt],
  ['Moved from (UTC)', (log) => movedFrom(log.events)],
  ['Status', (log) => statusName(log.status)],
  ['Booked by', (log) => REQUESTERS[log.requesterType] ?? log.requesterType],
  ['Address', (log) => log.property.address_line1],
  ['Unit', (log) => log.property.unit_number],
  ['City', (log) => log.property.city],
  ['State', (log) => log.property.state],
  ['ZIP', (log) => log.property.zip_code],
  ['Property owner id', (log) => log.propertyOwnerId],
  ['Buyer', (log) => log.buyerName],
  ['Buyer email', (log) => log.buyerEmail],
  ['Buyer phone', (log) => log.buyerPhone],
  ["Buyer's agent", (log) => log.buyerAgentName],
  ["Buyer's agent phone", (log) => log.buyerAgentPhone],
  ['Resident', (log) => log.residentInfo?.name ?? null],
  ['Resident phone', (log) => log.residentInfo?.phone ?? null],
  ['Resident email', (log) => log.residentInfo?.email ?? null],
  ['Special requests', (log) => log.specialRequests],
  ['Amount (USD)', (log) => log.payment.amount / 100],
  ['Payment', (log) => log.payment.status],
  ['Payment reference', (log) => log.payment.paymentIntentId],
  ['Processed at (UTC)', (log) => log.payment.processedAt],
  ['Certified mail ordered', (log) => yesNo(log.payment.includedMailUpgrade)],
]

/** Of the lines that `noticeLines` gives, in its order. */
const NOTICES = [
  ...['SMS', 'Email'].flatMap((channel) => ['listing agent', 'resident', 'buyer'].map((who) => `${channel} to ${who}`)),
  'Certified mail',
]

/** The columns of the file. */
export const SHEET_HEAD = [
  ...FACTS.map(([name]) => name),
  ...NOTICES.flatMap((name) => [
    name,
    `${name}: sent at (UTC)`,
    name === 'Certified mail' ? `${name}: tracking number` : `${name}: to`,
    `${name}: reason`,
  ]),
  'Notice served',
  'Notes',
  'Events',
  'Entries',
  'Last hash',
]

/** A booking of the log as a row of a spreadsheet: in English for every reader, as its columns are. */
export const sheetRow = (log: LogEntry): Cell[] => inLanguage('en', () => cellsOf(log))

const cellsOf = (log: LogEntry): Cell[] => [
  ...FACTS.map(([, value]) => value(log)),
  ...noticeLines(log).flatMap(({ status, sentAt, to, reason }) => [status, sentAt, to, reason]),
  servicesOf(log.events)
    .map(({ servedAt, how, by }) => `${servedAt} ${how}, by ${by}`)
    .join('\n'),
  notesOf(log.events)
    .map(({ at, by, note }) => `${at} ${by}: ${note}`)
    .join('\n'),
  log.events.map(({ event, at }) => `${at} ${eventName(event)}`).join('\n'),
  log.events.map(({ sequence }) => sequence).join(' '),
  log.events.at(-1)?.hash ?? null,
]

/** Laying out more would keep the renderer busy for seconds. */
export const REPORT_BOOKINGS = 200

/** Below every evidence bundle. */
export const CHECK_NOTE =
  'Anyone who holds this paper can check it. The page at the address above shows whether and when a packet with this code ' +
  'was made, and whether the log still matches it. The file can be compared there without uploading it. The page names no one.'

type PrintedProperty = { time_zone: string } & Parameters<typeof fullAddress>[0]

type ReportedLog = {
  property: PrintedProperty
  logs: LogEntry[]
  total: number
  proof: Proof
  now: Temporal.Instant
  /** Of the home's chain: everything on the paper is before it. */
  head: { sequence: number; hash: string }
  stamp: Stamp
}

/**
 * The log of a home on paper: evidence, in English for every reader.
 * @param of `total`: how many bookings it has; `logs` are the latest of them
 */
export const logReport = (of: ReportedLog): PdfTable => inLanguage('en', () => tableOf(of))

function tableOf(of: ReportedLog): PdfTable {
  const { property, logs, total, proof, now, head, stamp } = of
  const isAll = logs.length === total
  return {
    kind: 'table',
    title: 'Compliance log',
    preparedAt: now.toString(),
    facts: [
      { label: 'Property', value: fullAddress(property) },
      { label: 'Prepared', value: formatWhen(now, property.time_zone) },
      {
        label: 'Bookings',
        value: isAll
          ? `All ${total}, newest first`
          : `The ${logs.length} latest of ${total}; this report has no more. The CSV export has all of them.`,
      },
      { label: 'Proof', value: proofWords(proof) },
      { label: 'Newest entry', value: head.sequence ? `${head.sequence}, hash ${head.hash}` : 'None' },
      { label: 'Code of this packet', value: `${stamp.code}, to be checked at ${stamp.url}` },
    ],
    columns: [
      { label: 'Showing', share: 15 },
      { label: 'Buyer', share: 16 },
      { label: 'Resident', share: 13 },
      { label: 'Notices', share: 30 },
      { label: 'Payment', share: 12 },
      { label: 'Log', share: 14 },
    ],
    rows: logs.map(reportRow),
    empty: 'No showings have been booked for this property yet',
    notes: [
      'Each entry of the log carries the hash of the one before it: nothing can be changed or removed unnoticed. The CSV ' +
        'export and the API have every hash in full.',
      CHECK_NOTE,
    ],
    footer: `ShowingBooker. ${notLegalAdvice()}`,
  }
}

/** A row must fit on a sheet. */
const clipped = (text: string) => (text.length > 300 ? `${text.slice(0, 300).trimEnd()}…` : text)
const lines = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join('\n')

function reportRow(log: LogEntry): string[] {
  const { residentInfo, payment, events, timeZone } = log
  const at = (instant: string) => formatWhen(instantOf(instant), timeZone)
  const [first, last] = [events[0], events.at(-1)]
  const notices = noticeLines(log)
  const sent = notices.filter(({ isSent }) => isSent).length
  const due = notices.filter(({ isDue }) => isDue).length
  const before = movedFrom(events)
  return [
    lines(
      at(log.startsAt),
      `${log.confirmationNumber ?? 'No number'}, ${statusName(log.status).toLowerCase()}`,
      before && `Moved from ${at(before)}`,
      `Booked ${at(log.bookingCreatedAt)}`,
    ),
    lines(
      log.buyerName,
      log.buyerEmail,
      log.buyerPhone,
      log.buyerAgentName && `By ${log.buyerAgentName}, ${log.buyerAgentPhone ?? ''}`,
      log.specialRequests && `Asks: ${clipped(log.specialRequests)}`,
    ),
    residentInfo
      ? lines(residentInfo.name ?? 'Name not known', residentInfo.phone, residentInfo.email)
      : 'No one lives there',
    lines(
      `${sent} sent, ${due - sent} not sent`,
      ...notices.map((notice) => noticeWords(notice, at)),
      ...servicesOf(events).map(({ how, by, servedAt }) => `Notice served: ${how}, by ${by}, ${at(servedAt)}`),
      ...notesOf(events).map(({ note, by }) => `Note of ${by}: ${clipped(note)}`),
    ),
    lines(
      formatMoney(payment.amount),
      payment.status,
      payment.includedMailUpgrade && 'With certified mail',
      payment.paymentIntentId,
    ),
    lines(`Entries ${first?.sequence} to ${last?.sequence}`, last && `…${last.hash.slice(-16)}`),
  ]
}

const noticeWords = ({ channel, who, status, sentAt, reason, to }: NoticeLine, at: (instant: string) => string) =>
  [`${channel} to ${who.toLowerCase()}: ${status}`, sentAt && at(sentAt), reason, channel === 'Certified mail' && to]
    .filter(Boolean)
    .join(', ')
