import type { Cell } from '../../platform/csv.ts'
import { formatWhen } from '../../platform/local-time.ts'
import { formatMoney } from '../../platform/money.ts'
import type { PdfTable } from '../../platform/pdf-document.ts'
import { fullAddress } from '../../property/property/domain.ts'
import { notLegalAdvice } from '../entry-notice/domain.ts'
import * as t from '../text/compliance.ts'
import type { Stamp } from './bundle-domain.ts'
import { type Proof, proofWords } from './chain-domain.ts'
import type { LogEntry } from './contract.ts'
import {
  eventName,
  type MessageLine,
  messageLines,
  movedFrom,
  notesOf,
  paymentName,
  servicesOf,
  statusName,
} from './domain.ts'

const instantOf = (text: string) => Temporal.Instant.from(text)
const yesNo = (is: boolean) => t.yesNo({ is: is ? 'yes' : 'no' })

const FACTS: [name: () => string, value: (log: LogEntry) => Cell][] = [
  [t.confirmationNumber, (log) => log.confirmationNumber],
  [t.sheetDate, (log) => log.showingDate],
  [t.sheetTime, (log) => log.showingTime],
  [t.sheetZone, (log) => log.timeZone],
  [t.sheetStarts, (log) => log.startsAt],
  [t.sheetBooked, (log) => log.bookingCreatedAt],
  [t.sheetMoved, (log) => movedFrom(log.events)],
  [t.sheetStatus, (log) => statusName(log.status)],
  [t.sheetBookedBy, (log) => t.requester({ type: log.requesterType })],
  [t.sheetAddress, (log) => log.property.address_line1],
  [t.sheetUnit, (log) => log.property.unit_number],
  [t.sheetCity, (log) => log.property.city],
  [t.sheetState, (log) => log.property.state],
  [t.sheetZip, (log) => log.property.zip_code],
  [t.sheetOwner, (log) => log.propertyOwnerId],
  [t.buyer, (log) => log.buyerName],
  [t.sheetBuyerEmail, (log) => log.buyerEmail],
  [t.sheetBuyerPhone, (log) => log.buyerPhone],
  [t.buyersAgent, (log) => log.buyerAgentName],
  [t.sheetAgentPhone, (log) => log.buyerAgentPhone],
  [t.resident, (log) => log.residentInfo?.name ?? null],
  [t.sheetResidentPhone, (log) => log.residentInfo?.phone ?? null],
  [t.sheetResidentEmail, (log) => log.residentInfo?.email ?? null],
  [t.specialRequests, (log) => log.specialRequests],
  [t.sheetAmount, (log) => log.payment.amount / 100],
  [t.payment, (log) => paymentName(log.payment.status)],
  [t.sheetReference, (log) => log.payment.paymentIntentId],
  [t.sheetProcessed, (log) => log.payment.processedAt],
  [t.sheetMailOrdered, (log) => yesNo(log.payment.includedMailUpgrade)],
]

/** Names of the lines of `messageLines`, in the same order. */
const messageNames = (): { name: string; isLetter: boolean }[] => [
  ...['sms', 'email'].flatMap((channel) =>
    ['listing_agent', 'resident', 'buyer'].map((role) => ({ name: t.sheetNotice({ channel, role }), isLetter: false })),
  ),
  { name: t.certifiedMail(), isLetter: true },
]

/** The columns of the CSV file. */
export const sheetHead = (): string[] => [
  ...FACTS.map(([name]) => name()),
  ...messageNames().flatMap(({ name, isLetter }) => [
    name,
    t.sheetSentAt({ name }),
    isLetter ? t.sheetTracking({ name }) : t.sheetTo({ name }),
    t.sheetReason({ name }),
  ]),
  t.sheetServed(),
  t.notes(),
  t.sheetEvents(),
  t.sheetEntries(),
  t.sheetLastHash(),
]

/** Writes a logged booking as a row of the CSV file, in the reader's language. */
export const sheetRow = (log: LogEntry): Cell[] => [
  ...FACTS.map(([, value]) => value(log)),
  ...messageLines(log).flatMap(({ status, sentAt, to, reason }) => [status, sentAt, to, reason]),
  servicesOf(log.events)
    .map(({ servedAt, how, by }) => t.sheetServedBy({ servedAt, how, by }))
    .join('\n'),
  notesOf(log.events)
    .map(({ at, by, note }) => `${at} ${by}: ${note}`)
    .join('\n'),
  log.events.map(({ event, at }) => `${at} ${eventName(event)}`).join('\n'),
  log.events.map(({ sequence }) => sequence).join(' '),
  log.events.at(-1)?.hash ?? null,
]

/** The most bookings in a PDF. More would keep the renderer busy for seconds. */
export const REPORT_BOOKINGS = 200

type PrintedProperty = { time_zone: string } & Parameters<typeof fullAddress>[0]

type ReportedLog = {
  property: PrintedProperty
  logs: LogEntry[]
  total: number
  proof: Proof
  now: Temporal.Instant
  /** The newest entry of the property's chain. Nothing in the PDF is newer. */
  head: { sequence: number; hash: string }
  stamp: Stamp
}

/**
 * Builds the PDF of a property's log, in the language of the person who asks for it.
 * @param of `total`: how many bookings the log has; `logs`: the latest of them
 */
export function logReport(of: ReportedLog): PdfTable {
  const { property, logs, total, proof, now, head, stamp } = of
  const isAll = logs.length === total
  return {
    kind: 'table',
    title: t.reportTitle(),
    preparedAt: now.toString(),
    facts: [
      { label: t.reportProperty(), value: fullAddress(property) },
      { label: t.reportPrepared(), value: formatWhen(now, property.time_zone) },
      {
        label: t.reportBookings(),
        value: isAll ? t.reportAll({ total }) : t.reportLatest({ length: logs.length, total }),
      },
      { label: t.reportProof(), value: proofWords(proof) },
      {
        label: t.reportNewest(),
        value: head.sequence ? t.reportEntryHash({ sequence: head.sequence, hash: head.hash }) : t.none(),
      },
      { label: t.reportCode(), value: t.reportCheckAt({ code: stamp.code, url: stamp.url }) },
    ],
    columns: [
      { label: t.reportShowing(), share: 15 },
      { label: t.buyer(), share: 16 },
      { label: t.resident(), share: 13 },
      { label: t.notices(), share: 30 },
      { label: t.payment(), share: 12 },
      { label: t.reportLog(), share: 14 },
    ],
    rows: logs.map(reportRow),
    empty: t.noShowings(),
    notes: [t.reportChain(), t.checkNote()],
    footer: t.reportFooter({ notLegalAdvice: notLegalAdvice() }),
  }
}

/** Cuts a text so that a row fits on a page. */
const clipped = (text: string) => (text.length > 300 ? `${text.slice(0, 300).trimEnd()}…` : text)
const lines = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join('\n')

function reportRow(log: LogEntry): string[] {
  const { residentInfo, payment, events, timeZone } = log
  const at = (instant: string) => formatWhen(instantOf(instant), timeZone)
  const [first, last] = [events[0], events.at(-1)]
  const messages = messageLines(log)
  const sent = messages.filter(({ isSent }) => isSent).length
  const due = messages.filter(({ isDue }) => isDue).length
  const before = movedFrom(events)
  return [
    lines(
      at(log.startsAt),
      `${log.confirmationNumber ?? t.reportNoNumber()}, ${statusName(log.status).toLowerCase()}`,
      before && t.reportMovedFrom({ before: at(before) }),
      t.reportBooked({ bookingCreatedAt: at(log.bookingCreatedAt) }),
    ),
    lines(
      log.buyerName,
      log.buyerEmail,
      log.buyerPhone,
      log.buyerAgentName &&
        t.reportByAgent({ buyerAgentName: log.buyerAgentName, buyerAgentPhone: log.buyerAgentPhone ?? '' }),
      log.specialRequests && t.reportAsks({ specialRequests: clipped(log.specialRequests) }),
    ),
    residentInfo
      ? lines(residentInfo.name ?? t.nameNotKnown(), residentInfo.phone, residentInfo.email)
      : t.noOneLivesThere(),
    lines(
      t.reportSent({ sent, due: due - sent }),
      ...messages.map((message) => messageWords(message, at)),
      ...servicesOf(events).map(({ how, by, servedAt }) => t.noticeServed({ how, by, at: at(servedAt) })),
      ...notesOf(events).map(({ note, by }) => t.reportNote({ by, note: clipped(note) })),
    ),
    lines(
      payment.amount > 0 && formatMoney(payment.amount),
      paymentName(payment.status),
      payment.includedMailUpgrade && t.reportWithMail(),
      payment.paymentIntentId,
    ),
    lines(
      t.reportEntries({ sequence: first?.sequence ?? '', sequence2: last?.sequence ?? '' }),
      last && `…${last.hash.slice(-16)}`,
    ),
  ]
}

const messageWords = ({ channel, who, status, sentAt, reason, to }: MessageLine, at: (instant: string) => string) =>
  [
    t.reportNotice({ name: t.noticeTo({ channel, who: who.toLowerCase() }), status }),
    sentAt && at(sentAt),
    reason,
    channel === 'Certified mail' && to,
  ]
    .filter(Boolean)
    .join(', ')
