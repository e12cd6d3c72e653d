import { eventName, proofWords, type Stamp } from '../../notice/compliance/domain.ts'
import { bookingStatusName, notLegalAdvice, statute } from '../../notice/entry-notice/domain.ts'
import { methodName } from '../../notice/service-record/domain.ts'
import { formatWhen } from '../../platform/local-time.ts'
import type { PdfPages, PdfPart } from '../../platform/pdf-document.ts'
import { complianceName } from '../booking/domain.ts'
import type { Evidence } from './contract.ts'
import { aboutName, CHANNELS, entryDetail, ROLES, statusName } from './domain.ts'

const instantOf = (at: string) => Temporal.Instant.from(at)
const lines = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join('\n')
/** A cell must fit on a sheet; the whole text is in the log. */
const clipped = (text: string) => (text.length > 400 ? `${text.slice(0, 400).trimEnd()}…` : text)

/** The printable evidence bundle of one showing. @param head of the home's chain; everything on the paper is before it */
export function evidenceDocument(of: {
  evidence: Evidence
  head: { sequence: number; hash: string }
  stamp: Stamp
  now: Temporal.Instant
}): PdfPages {
  const { evidence, head, stamp, now } = of
  const { showing, chain } = evidence
  const at = (instant: string) => formatWhen(instantOf(instant), showing.time_zone)
  return {
    kind: 'pages',
    title: 'Evidence of Notice',
    intro: [
      `Showing ${showing.confirmation_number}, ${at(showing.datetime)}`,
      `Packet ${stamp.code}. To be checked at:`,
      stamp.url,
    ],
    preparedAt: now.toString(),
    parts: [
      { kind: 'facts', facts: facts(evidence, formatWhen(now, showing.time_zone)) },
      { kind: 'heading', text: `${statute()}: ${complianceName(showing.isCompliant)}` },
      ...(showing.complianceReasons.length > 0
        ? showing.complianceReasons.map((text): PdfPart => ({ kind: 'text', text }))
        : [{ kind: 'text', text: 'Nothing is judged for this showing.' } as const]),
      { kind: 'heading', text: 'How the notice was served' },
      servicesTable(evidence, at),
      { kind: 'heading', text: 'Messages and letters' },
      messagesTable(evidence, at),
      { kind: 'heading', text: 'Compliance log of this showing' },
      logTable(evidence, at),
      { kind: 'heading', text: 'How to check this packet' },
      {
        kind: 'facts',
        facts: [
          { label: 'Code', value: stamp.code },
          { label: 'Address', value: stamp.url },
          {
            label: "Newest entry of the home's log",
            value: head.sequence ? `${head.sequence}, hash ${head.hash}` : 'None',
          },
          { label: 'Chain', value: proofWords(chain) },
        ],
      },
      {
        kind: 'text',
        isQuiet: true,
        text: 'The page at that address says whether a packet with this code was made, when, and whether the log still holds what stood in it. The file itself can be compared there without sending it. The page names nobody. Each entry of the log carries the hash of the one before it: nothing can be changed or taken out unseen.',
      },
    ],
    footer: `ShowingBooker, packet ${stamp.code}. ${notLegalAdvice()}`,
  }
}

function facts({ showing, notice }: Evidence, prepared: string): { label: string; value: string }[] {
  return [
    { label: 'Home', value: showing.propertyAddress },
    { label: 'Status', value: bookingStatusName(showing.status) },
    { label: 'Buyer', value: showing.buyerName },
    { label: 'Listing agent', value: showing.agentName ?? 'No name' },
    { label: 'Resident', value: showing.isOccupied ? (showing.residentName ?? 'Name not known') : 'None: vacant' },
    {
      label: 'Advance notice',
      value: showing.advanceNoticeHours === null ? 'None is on record' : `${showing.advanceNoticeHours} hours ahead`,
    },
    ...(notice ? [{ label: 'Notice to enter (PDF)', value: `SHA-256 ${notice.sha256}` }] : []),
    { label: 'Prepared', value: prepared },
  ]
}

type At = (instant: string) => string

const servicesTable = ({ services }: Evidence, at: At): PdfPart => ({
  kind: 'table',
  columns: [
    { label: 'When', share: 26 },
    { label: 'How', share: 34 },
    { label: 'Record', share: 40 },
  ],
  rows: services.map((service) => [
    at(service.servedAt),
    lines(
      methodName(service.method),
      `By ${service.servedBy}`,
      service.consentDate && `Written consent on ${service.consentDate}`,
      service.note && clipped(service.note),
    ),
    lines(
      `Entry ${service.sequence}, ${service.recordedBy}, ${at(service.recordedAt)}`,
      service.withdrawn &&
        `WITHDRAWN by ${service.withdrawn.by}, entry ${service.withdrawn.sequence}: ${clipped(service.withdrawn.reason)}`,
      !service.isOfThisTime && `For the former time, ${at(service.startsAt)}: it does not count`,
      `Notice SHA-256 ${service.noticeSha256}`,
      service.photo && `Photo SHA-256 ${service.photo.sha256}`,
    ),
  ]),
  empty: 'No service of the notice is on record.',
})

const messagesTable = ({ messages }: Evidence, at: At): PdfPart => ({
  kind: 'table',
  columns: [
    { label: 'To', share: 30 },
    { label: 'What', share: 22 },
    { label: 'Status', share: 24 },
    { label: 'Reference', share: 24 },
  ],
  rows: messages.map((message) => [
    lines(ROLES[message.role], message.to, ...message.cc.map((one) => `Copy: ${one}`)),
    lines(
      CHANNELS[message.channel],
      aboutName(message.event),
      message.resends > 0 && `Sent again ${message.resends} times`,
    ),
    lines(
      statusName(message),
      message.sentAt && at(message.sentAt),
      message.deliveredAt && `Last word ${at(message.deliveredAt)}`,
      message.reason,
    ),
    lines(message.reference ?? '–', message.trackingNumber && `Tracking ${message.trackingNumber}`),
  ]),
  empty: 'No message was planned.',
})

const logTable = ({ entries }: Evidence, at: At): PdfPart => ({
  kind: 'table',
  columns: [
    { label: 'Entry', share: 42 },
    { label: 'When', share: 18 },
    { label: 'Hash, and that of the entry before', share: 40 },
  ],
  rows: entries.map((entry) => [
    lines(`${entry.sequence}: ${eventName(entry.event)}`, clipped(entryDetail(entry))),
    at(entry.at),
    lines(entry.hash, entry.previousHash || 'The first entry'),
  ]),
  empty: 'The log has no entry of this showing.',
})
