import { createHash } from 'node:crypto'
import type { ComplianceService, NoticeService, ServiceRecordService, Showing } from '../../notice/area.ts'
import { agreedAt, bookingNotFound } from '../../notice/notice/domain.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { writeInstant } from '../../platform/instant.ts'
import type { PdfRenderer } from '../../platform/pdf-document.ts'
import type { ShowingService } from '../booking/showing-service.ts'
import type { Evidence, SentMessage } from './contract.ts'
import { evidenceDocument } from './messages.ts'
import { listMessages, type MessageRow } from './repository.ts'

/** Puts together what is kept of one showing: its messages, its notice, the services and the log. */
export function createEvidenceService(options: {
  db: Database
  clock: Clock
  showings: ShowingService
  compliance: ComplianceService
  notices: NoticeService
  serviceRecords: ServiceRecordService
  pdf: PdfRenderer
}) {
  const { db, clock, showings, compliance, notices, serviceRecords, pdf: renderer } = options

  async function gather(actor: Actor, id: string) {
    // Says who may see it.
    const showing = await showings.get(actor, id)
    const row = await showings.find(id)
    if (!row) throw bookingNotFound()
    const [messages, services, notice] = await Promise.all([
      listMessages(db, id),
      serviceRecords.list(actor, id),
      noticeOf(row, showing.isOccupied),
    ])
    // Last: the chain's head covers all that stands above it.
    const { events, proof, head } = await compliance.bookingLog({ id, propertyId: row.propertyId })
    const evidence: Evidence = {
      showing,
      notice,
      messages: messages.map(sentMessage),
      services,
      entries: events,
      chain: proof,
    }
    return { evidence, head }
  }

  async function noticeOf(row: Showing, isOccupied: boolean): Promise<Evidence['notice']> {
    if (!isOccupied || row.isDemo || !hasNotice(row.status)) return null
    const pdf = await notices.noticePdf(row)
    return {
      url: `/api/showingbooker/public/notice/${row.noticeToken}`,
      sha256: createHash('sha256').update(pdf).digest('hex'),
      preparedAt: writeInstant(agreedAt(row)),
    }
  }

  return {
    /** @throws DomainError unauthenticated, not_found */
    get: async (actor: Actor, id: string): Promise<Evidence> => (await gather(actor, id)).evidence,

    /** The packet on paper, with a code by which anybody can check it. @throws DomainError unauthenticated, not_found */
    async pdf(actor: Actor, id: string): Promise<{ name: string; pdf: Uint8Array }> {
      const { evidence, head } = await gather(actor, id)
      const { showing, entries } = evidence
      const of = { propertyId: showing.property_id, bookingId: id, entries: entries.length, head }
      const now = clock.now()
      const pdf = await compliance.printPacket(actor, of, (stamp) =>
        renderer.render(evidenceDocument({ evidence, head, stamp, now })),
      )
      return { name: `evidence-${showing.confirmation_number}`, pdf }
    },
  }
}

/** Its notice holds: none is made yet of what waits, and what is off has none any more. */
const hasNotice = (status: string) => status === 'confirmed' || status === 'completed' || status === 'no_show'

export type EvidenceService = ReturnType<typeof createEvidenceService>

function sentMessage(row: MessageRow): SentMessage {
  const { id, event, channel, role, cc, status, reason, resends } = row
  return {
    id,
    event,
    channel,
    role,
    cc,
    status,
    reason,
    resends,
    to: textOf(row.recipient),
    sentAt: row.sent_at?.toISOString() ?? null,
    delivery: row.carriage,
    deliveredAt: row.carried_at?.toISOString() ?? null,
    reference: row.provider_reference,
    trackingNumber: row.tracking_number,
  }
}

const textOf = (to: MessageRow['recipient']): string =>
  typeof to === 'string'
    ? to
    : [to.name, to.address_line1, to.address_line2, `${to.address_city}, ${to.address_state} ${to.address_zip}`]
        .filter(Boolean)
        .join(', ')
