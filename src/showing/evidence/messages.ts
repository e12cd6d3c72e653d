import type { Stamp } from '../../notice/compliance/bundle-domain.ts'
import { proofWords } from '../../notice/compliance/chain-domain.ts'
import { eventName } from '../../notice/compliance/domain.ts'
import { bookingStatusName, notLegalAdvice } from '../../notice/entry-notice/domain.ts'
import { planningLaw } from '../../notice/entry-notice/law-domain.ts'
import { deliveryAbout } from '../../notice/message/event-domain.ts'
import { methodName } from '../../notice/service-record/domain.ts'
import { formatWhen } from '../../platform/local-time.ts'
import type { PdfPages, PdfPart } from '../../platform/pdf-document.ts'
import { dateName } from '../../ui/date-names.ts'
import { complianceName } from '../booking/state-names-domain.ts'
import * as t from '../text/evidence.ts'
import type { Evidence } from './contract.ts'
import { entryDetail, outcomeOf } from './domain.ts'

const instantOf = (at: string) => Temporal.Instant.from(at)
const lines = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join('\n')
/** Cuts a text so that its cell fits on a page. The log has the whole text. */
const clipped = (text: string) => (text.length > 400 ? `${text.slice(0, 400).trimEnd()}…` : text)

/**
 * Builds the printable evidence of one showing.
 * @param head head of the property's chain; it covers everything in the document
 */
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
    title: t.bundleTitle(),
    intro: [
      t.showingOf({ confirmation_number: showing.confirmation_number, datetime: at(showing.datetime) }),
      t.packetCode({ code: stamp.code }),
      stamp.url,
    ],
    preparedAt: now.toString(),
    parts: [
      { kind: 'facts', facts: facts(evidence, formatWhen(now, showing.time_zone)) },
      {
        kind: 'heading',
        text: `${planningLaw({ state: showing.propertyState }).statute()}: ${complianceName(showing.isCompliant)}`,
      },
      ...(showing.complianceReasons.length > 0
        ? showing.complianceReasons.map((text): PdfPart => ({ kind: 'text', text }))
        : [{ kind: 'text', text: t.notJudged() } as const]),
      { kind: 'heading', text: t.howTheNoticeServed() },
      servicesTable(evidence, at),
      { kind: 'heading', text: t.messagesAndLetters() },
      messagesTable(evidence, at),
      { kind: 'heading', text: t.logOfShowing() },
      logTable(evidence, at),
      { kind: 'heading', text: t.howToCheck() },
      {
        kind: 'facts',
        facts: [
          { label: t.code(), value: stamp.code },
          { label: t.address(), value: stamp.url },
          {
            label: t.newestEntry(),
            value: head.sequence ? t.entryHash({ sequence: head.sequence, hash: head.hash }) : t.none(),
          },
          { label: t.chain(), value: proofWords(chain) },
        ],
      },
      {
        kind: 'text',
        isQuiet: true,
        text: t.checkNote(),
      },
    ],
    footer: t.bundleFooter({ code: stamp.code, notLegalAdvice: notLegalAdvice() }),
  }
}

function facts({ showing, notice }: Evidence, prepared: string): { label: string; value: string }[] {
  return [
    { label: t.home(), value: showing.propertyAddress },
    { label: t.status(), value: bookingStatusName(showing.status) },
    { label: t.buyer(), value: showing.buyerName },
    { label: t.listingAgent(), value: showing.agentName ?? t.noName() },
    { label: t.resident(), value: showing.isOccupied ? (showing.residentName ?? t.nameNotKnown()) : t.vacant() },
    {
      label: t.advanceNotice(),
      value:
        showing.advanceNoticeHours === null ? t.noneOnRecord() : t.hoursAhead({ count: showing.advanceNoticeHours }),
    },
    ...(notice ? [{ label: t.noticePdfLabel(), value: t.sha256({ sha256: notice.sha256 }) }] : []),
    { label: t.prepared(), value: prepared },
  ]
}

type At = (instant: string) => string

const servicesTable = ({ services }: Evidence, at: At): PdfPart => ({
  kind: 'table',
  columns: [
    { label: t.when(), share: 26 },
    { label: t.how(), share: 34 },
    { label: t.record(), share: 40 },
  ],
  rows: services.map((service) => [
    at(service.servedAt),
    lines(
      methodName(service.method),
      t.by({ servedBy: service.servedBy }),
      service.consentDate && t.consentOn({ consentDate: dateName(service.consentDate) }),
      service.note && clipped(service.note),
    ),
    lines(
      t.entryBy({ sequence: service.sequence, recordedBy: service.recordedBy, recordedAt: at(service.recordedAt) }),
      service.withdrawn &&
        t.withdrawnEntry({
          by: service.withdrawn.by,
          sequence: service.withdrawn.sequence,
          reason: clipped(service.withdrawn.reason),
        }),
      !service.isOfThisTime && t.formerTimeNot({ startsAt: at(service.startsAt) }),
      t.noticeSha({ noticeSha256: service.noticeSha256 }),
      service.photo && t.photoSha({ sha256: service.photo.sha256 }),
    ),
  ]),
  empty: t.noService(),
})

const messagesTable = ({ messages }: Evidence, at: At): PdfPart => ({
  kind: 'table',
  columns: [
    { label: t.to(), share: 30 },
    { label: t.what(), share: 22 },
    { label: t.status(), share: 24 },
    { label: t.referenceColumn(), share: 24 },
  ],
  rows: messages.map((message) => {
    const { state, details } = outcomeOf(message)
    return [
      lines(t.roleName({ role: message.role }), message.to, ...message.cc.map((one) => t.copyLine({ one }))),
      lines(
        t.channelName({ channel: message.channel }),
        deliveryAbout(message.event),
        message.resends > 0 && t.sentAgainLine({ resends: message.resends }),
      ),
      lines(
        state,
        message.sentAt && at(message.sentAt),
        message.deliveredAt && t.lastUpdateLine({ deliveredAt: at(message.deliveredAt) }),
        ...details,
      ),
      lines(
        message.reference ?? '–',
        message.trackingNumber && t.trackingLine({ trackingNumber: message.trackingNumber }),
      ),
    ]
  }),
  empty: t.noMessage(),
})

const logTable = ({ entries }: Evidence, at: At): PdfPart => ({
  kind: 'table',
  columns: [
    { label: t.entry(), share: 42 },
    { label: t.when(), share: 18 },
    { label: t.hashes(), share: 40 },
  ],
  rows: entries.map((entry) => [
    lines(`${entry.sequence}: ${eventName(entry.event)}`, clipped(entryDetail(entry))),
    at(entry.at),
    lines(entry.hash, entry.previousHash || t.firstEntry()),
  ]),
  empty: t.noEntry(),
})
