import type { PersonalData } from './account/archive/ports.ts'
import { letterKey, noticeKey } from './notice/notice/domain.ts'
import type { ProofService } from './notice/proof/service.ts'
import type { ConversationService } from './oracle/conversation/service.ts'
import type { DocumentType } from './oracle/document/contract.ts'
import { originalKey as documentKey } from './oracle/document/domain.ts'
import type { Actor } from './platform/actor.ts'
import { originalKey, printKey } from './studio/image/domain.ts'
import type { ImageService } from './studio/image/service.ts'

type Keepers = {
  images: Pick<ImageService, 'eraseAll'>
  proofs: Pick<ProofService, 'pdf'>
  conversations: Pick<ConversationService, 'everything' | 'deleteAll'>
}

/** Personal data that other areas keep. The account area exports and erases it through this list. */
export const personalDataOf = ({ images, proofs, conversations }: Keepers): PersonalData[] => [
  {
    part: 'notices',
    /** A moved showing has a notice for each of its times. No row says which were printed, so every key is tried. */
    export(archive) {
      async function* keys() {
        for await (const { id, calendar_sequence } of archive.bookings())
          for (let sequence = 0; sequence <= calendar_sequence; sequence++) {
            const paper = { id, calendar_sequence: sequence }
            yield noticeKey(paper)
            yield letterKey(paper)
          }
      }
      return archive.stored('notices/', keys(), false)
    },
  },
  {
    part: 'proofs',
    export(archive) {
      const actor: Actor = { kind: 'account', role: 'agent', ...archive.owner }
      async function* papers() {
        for await (const { id, booking_id } of archive.rowsOfBookings('services')) {
          const { name, pdf } = await proofs.pdf(actor, booking_id as string, id as string)
          yield { path: `proofs/${name}-${id}.pdf`, content: pdf, isPacked: true }
        }
      }
      return archive.counted('proofs/', papers())
    },
  },
  {
    part: 'documents',
    async *export(archive) {
      const { accountId } = archive.owner
      async function* keys() {
        for await (const { id, type } of archive.rows('documents'))
          yield documentKey(id as string, type as DocumentType)
      }
      yield archive.text('conversations.json', conversations.everything(accountId, 'json'))
      yield archive.text('conversations.md', conversations.everything(accountId, 'md'))
      yield archive.json('documents.json', 'documents')
      yield* archive.stored('documents/', keys(), true)
    },
    erase: (accountId) => conversations.deleteAll(accountId),
  },
  {
    part: 'images',
    async *export(archive) {
      async function* keys() {
        for await (const { id, sha256 } of archive.rows('images')) {
          yield originalKey(id as string)
          yield printKey(id as string, sha256 as string, 'full.png')
        }
      }
      yield archive.json('images.json', 'images')
      yield archive.json('generations.json', 'generations')
      yield* archive.stored('images/', keys(), true)
    },
    erase: (accountId) => images.eraseAll(accountId),
  },
]
