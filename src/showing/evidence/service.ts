import { hash } from 'node:crypto'
import type {
  ComplianceService,
  MessageService,
  NoticeService,
  ServiceRecordService,
  Showing,
} from '../../notice/area.ts'
import { agreedAt, bookingNotFound } from '../../notice/entry-notice/domain.ts'
import { deliveryTo } from '../../notice/message/delivery-domain.ts'
import { isAnnouncement, notifiesResident } from '../../notice/message/domain.ts'
import { shownMessage } from '../../notice/message/shown-domain.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { writeInstant } from '../../platform/instant.ts'
import type { PdfRenderer } from '../../platform/pdf-document.ts'
import { withDeps } from '../../platform/use-cases.ts'
import type { ShowingService } from '../booking/showing-service.ts'
import type { Evidence, SentMessage } from './contract.ts'
import { evidenceDocument } from './messages.ts'

type EvidenceDeps = {
  clock: Clock
  showings: ShowingService
  messaging: Pick<MessageService, 'list'>
  compliance: ComplianceService
  notices: NoticeService
  serviceRecords: ServiceRecordService
  pdf: PdfRenderer
}

/** Gathers what we keep about one showing: its messages, its notice, the services, and the log. */
export const createEvidenceService = (deps: EvidenceDeps) => withDeps(deps, { get, print })

export type EvidenceService = ReturnType<typeof createEvidenceService>

/** @throws DomainError unauthenticated, not_found */
const get = async (deps: EvidenceDeps, actor: Actor, id: string): Promise<Evidence> =>
  (await gather(deps, actor, id)).evidence

/**
 * Prints the evidence as a PDF with a code that lets anyone verify it.
 * @throws DomainError unauthenticated, not_found
 */
async function print(deps: EvidenceDeps, actor: Actor, id: string): Promise<{ name: string; pdf: Uint8Array }> {
  const { evidence, head } = await gather(deps, actor, id)
  const { showing, entries } = evidence
  const of = { propertyId: showing.property_id, bookingId: id, entries: entries.length, head }
  const now = deps.clock.now()
  const pdf = await deps.compliance.printBundle(actor, of, (stamp) =>
    deps.pdf.render(evidenceDocument({ evidence, head, stamp, now })),
  )
  return { name: `evidence-${showing.confirmation_number}`, pdf }
}

async function gather(deps: EvidenceDeps, actor: Actor, id: string) {
  // This call also checks whether the actor may see the showing.
  const record = await deps.showings.get(actor, id)
  const showing = await deps.showings.find(id)
  if (!showing) throw bookingNotFound()
  const [messages, services] = await Promise.all([deps.messaging.list(actor, id), deps.serviceRecords.list(actor, id)])
  // A notice that went out stays in the evidence if no one lives there anymore.
  const isNoticed = messages.some((row) => notifiesResident(row) && isAnnouncement(row.event)) || services.length > 0
  const notice = record.isOccupied || isNoticed ? await noticeOf(deps, showing) : null
  // Read the log last, so that the chain's head covers everything that we read before.
  const { events, proof, head } = await deps.compliance.bookingLog({ id, propertyId: showing.propertyId })
  const evidence: Evidence = {
    showing: record,
    notice,
    messages: messages.map((row) => sentMessage(row, deps.clock.now())),
    services,
    entries: events,
    chain: proof,
  }
  return { evidence, head }
}

async function noticeOf({ notices }: EvidenceDeps, showing: Showing): Promise<Evidence['notice']> {
  if (showing.isDemo || !hasNotice(showing.status)) return null
  const pdf = await notices.noticePdf(showing)
  return {
    url: `/api/showingbooker/public/notice/${showing.noticeToken}`,
    sha256: hash('sha256', pdf),
    preparedAt: writeInstant(agreedAt(showing)),
  }
}

/** Checks whether there is a notice. A booking has none before it is confirmed or after it is canceled. */
const hasNotice = (status: string) => status === 'confirmed' || status === 'completed' || status === 'no_show'

function sentMessage(row: Parameters<typeof shownMessage>[0], now: Temporal.Instant): SentMessage {
  const { plannedAt, dueAt, canResend, resendRefusal, ...message } = shownMessage(row, now)
  return {
    ...message,
    to: deliveryTo(message.to),
    deliveredAt: row.carried_at?.toISOString() ?? null,
    reference: row.provider_reference,
  }
}
