import type { FileStore } from '../../platform/file-store.ts'
import type { PdfRenderer } from '../../platform/pdf-document.ts'
import type { PostalAddress } from '../../platform/postal-address.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { fullAddress } from '../../property/property/domain.ts'
import { agreedAt, letterKey, noticeKey } from './domain.ts'
import { certifiedLetter, type NoticeView, noticeToEnter, noticeWithdrawn } from './messages.ts'
import type { NoticeToEnter, Showing } from './ports.ts'

type NoticeDeps = {
  files: FileStore
  pdf: PdfRenderer<NoticeToEnter>
  returnAddress: PostalAddress
  /** Marks the notice if the showing is a demo. */
  mark: (showing: Showing, notice: NoticeToEnter) => NoticeToEnter
  /** The documents that we print right now, by key, because several messages of a showing go out together. */
  printing: Map<string, Promise<Uint8Array>>
}

/** Prints the notice and the letter to the resident once, keeps them, and returns the same files each time. */
export const createNoticeService = (deps: Omit<NoticeDeps, 'printing'>) =>
  withDeps({ ...deps, printing: new Map() } satisfies NoticeDeps, {
    notice,
    letter,
    noticePdf,
    linkedPdf,
    keepNotice,
    keepLetter,
  })

export type NoticeService = ReturnType<typeof createNoticeService>

const notice = ({ mark }: NoticeDeps, showing: Showing) => mark(showing, noticeToEnter(viewOf(showing)))

const letter = ({ mark, returnAddress }: NoticeDeps, showing: Showing) =>
  mark(showing, certifiedLetter(viewOf(showing), returnAddress))

const noticePdf = (deps: NoticeDeps, showing: Showing) => keep(deps, noticeKey(showing), notice(deps, showing))

/** Returns what the notice's link shows now: the notice, or that we withdrew it. */
function linkedPdf(deps: NoticeDeps, showing: Showing): Promise<Uint8Array> {
  const { pdf: renderer, mark } = deps
  const isWaiting = showing.status === 'pending'
  if (!isWaiting && showing.status !== 'cancelled' && showing.status !== 'declined')
    return keep(deps, noticeKey(showing), notice(deps, showing))
  return renderer.render(mark(showing, noticeWithdrawn(viewOf(showing), isWaiting)))
}

/** Prints the document unless it already exists. @returns its key in the file store */
async function keepNotice(deps: NoticeDeps, showing: Showing): Promise<string> {
  await keep(deps, noticeKey(showing), notice(deps, showing))
  return noticeKey(showing)
}

async function keepLetter(deps: NoticeDeps, showing: Showing): Promise<string> {
  await keep(deps, letterKey(showing), letter(deps, showing))
  return letterKey(showing)
}

function keep(deps: NoticeDeps, key: string, paper: NoticeToEnter): Promise<Uint8Array> {
  const { printing } = deps
  const begun = printing.get(key)
  if (begun) return begun
  const printed = print(deps, key, paper).finally(() => printing.delete(key))
  printing.set(key, printed)
  return printed
}

async function print({ files, pdf: renderer }: NoticeDeps, key: string, paper: NoticeToEnter): Promise<Uint8Array> {
  const kept = await files.get(key)
  if (kept) return kept.bytes
  const pdf = await renderer.render(paper)
  await files.put(key, pdf, 'application/pdf')
  return pdf
}

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
