import type { FileStore } from '../../platform/file-store.ts'
import type { PdfRenderer } from '../../platform/pdf-document.ts'
import type { PostalAddress } from '../../platform/postal-address.ts'
import { fullAddress } from '../../property/property/domain.ts'
import { letterKey, noticeKey } from './domain.ts'
import { certifiedLetter, type NoticeView, noticeToEnter, noticeWithdrawn } from './messages.ts'
import type { NoticeToEnter, ShowingRow } from './ports.ts'

/** The papers for whoever lives there: printed once, kept, and the same whenever they are asked for. */
export function createNoticeService(options: {
  files: FileStore
  pdf: PdfRenderer<NoticeToEnter>
  returnAddress: PostalAddress
  /** Says of a demo that it is one. */
  mark: (row: ShowingRow, notice: NoticeToEnter) => NoticeToEnter
}) {
  const { files, pdf: renderer, returnAddress, mark } = options
  const notice = (row: ShowingRow) => mark(row, noticeToEnter(viewOf(row)))
  const letter = (row: ShowingRow) => mark(row, certifiedLetter(viewOf(row), returnAddress))

  async function keep(key: string, paper: NoticeToEnter): Promise<Uint8Array> {
    const kept = await files.get(key)
    if (kept) return kept.bytes
    const pdf = await renderer.render(paper)
    await files.put(key, pdf, 'application/pdf')
    return pdf
  }

  return {
    notice,
    letter,
    noticePdf: (row: ShowingRow) => keep(noticeKey(row), notice(row)),
    /** What its link shows by now: the notice, or that it holds no more. */
    linkedPdf(row: ShowingRow): Promise<Uint8Array> {
      const isWaiting = row.status === 'pending'
      if (!isWaiting && row.status !== 'cancelled' && row.status !== 'declined')
        return keep(noticeKey(row), notice(row))
      return renderer.render(mark(row, noticeWithdrawn(viewOf(row), isWaiting)))
    },
    /** Prints the paper unless it is there already. @returns its key in the file store */
    async keepNotice(row: ShowingRow): Promise<string> {
      await keep(noticeKey(row), notice(row))
      return noticeKey(row)
    },
    async keepLetter(row: ShowingRow): Promise<string> {
      await keep(letterKey(row), letter(row))
      return letterKey(row)
    },
  }
}

export type NoticeService = ReturnType<typeof createNoticeService>

const instantOf = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime())

const viewOf = (row: ShowingRow): NoticeView => ({
  confirmationNumber: row.confirmation_number,
  startsAt: instantOf(row.starts_at),
  endsAt: instantOf(row.ends_at),
  timeZone: row.time_zone,
  preparedAt: instantOf(row.noticed_at ?? row.booked_at ?? row.created_at),
  property: {
    addressLine1: row.address_line1,
    unitNumber: row.unit_number,
    city: row.city,
    state: row.state,
    zipCode: row.zip_code,
    fullAddress: fullAddress(row),
  },
  occupancy: row.occupancy_status,
  offer: row.rent_amount === null ? 'unknown' : 'rental',
  resident: { name: row.resident_name ?? (row.occupancy_status === 'owner' ? row.owner_name : null) },
  buyer: { name: row.buyer_name },
  requesterType: row.requester_type,
  agent: {
    name: row.agent_name,
    brokerage: row.agent_brokerage,
    license: row.agent_license,
    phone: row.agent_phone,
    email: row.agent_email,
  },
})
