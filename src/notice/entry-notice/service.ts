import type { FileStore } from '../../platform/file-store.ts'
import type { PdfRenderer } from '../../platform/pdf-document.ts'
import type { PostalAddress } from '../../platform/postal-address.ts'
import { fullAddress } from '../../property/property/domain.ts'
import { agreedAt, letterKey, noticeKey } from './domain.ts'
import { certifiedLetter, type NoticeView, noticeToEnter, noticeWithdrawn } from './messages.ts'
import type { NoticeToEnter, Showing } from './ports.ts'

/** The papers for whoever lives there: printed once, kept, and the same whenever they are asked for. */
export function createNoticeService(options: {
  files: FileStore
  pdf: PdfRenderer<NoticeToEnter>
  returnAddress: PostalAddress
  /** Says of a demo that it is one. */
  mark: (showing: Showing, notice: NoticeToEnter) => NoticeToEnter
}) {
  const { files, pdf: renderer, returnAddress, mark } = options
  const notice = (showing: Showing) => mark(showing, noticeToEnter(viewOf(showing)))
  const letter = (showing: Showing) => mark(showing, certifiedLetter(viewOf(showing), returnAddress))

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
    noticePdf: (showing: Showing) => keep(noticeKey(showing), notice(showing)),
    /** What its link shows by now: the notice, or that it holds no more. */
    linkedPdf(showing: Showing): Promise<Uint8Array> {
      const isWaiting = showing.status === 'pending'
      if (!isWaiting && showing.status !== 'cancelled' && showing.status !== 'declined')
        return keep(noticeKey(showing), notice(showing))
      return renderer.render(mark(showing, noticeWithdrawn(viewOf(showing), isWaiting)))
    },
    /** Prints the paper unless it is there already. @returns its key in the file store */
    async keepNotice(showing: Showing): Promise<string> {
      await keep(noticeKey(showing), notice(showing))
      return noticeKey(showing)
    },
    async keepLetter(showing: Showing): Promise<string> {
      await keep(letterKey(showing), letter(showing))
      return letterKey(showing)
    },
  }
}

export type NoticeService = ReturnType<typeof createNoticeService>

const viewOf = (showing: Showing): NoticeView => ({
  confirmationNumber: showing.confirmationNumber,
  startsAt: showing.startsAt,
  endsAt: showing.endsAt,
  timeZone: showing.timeZone,
  preparedAt: agreedAt(showing),
  property: {
    addressLine1: showing.address.address_line1,
    unitNumber: showing.address.unit_number,
    city: showing.address.city,
    state: showing.address.state,
    zipCode: showing.address.zip_code,
    fullAddress: fullAddress(showing.address),
  },
  occupancy: showing.occupancy,
  offer: showing.isRental ? 'rental' : 'unknown',
  resident: { name: showing.resident.name ?? (showing.occupancy === 'owner' ? showing.owner.name : null) },
  buyer: { name: showing.buyer.name },
  requesterType: showing.requesterType,
  agent: showing.agent,
})
