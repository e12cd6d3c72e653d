import { createHash, randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError, invalid } from '../../platform/errors.ts'
import type { FileStore, StoredFile } from '../../platform/file-store.ts'
import { writeInstant } from '../../platform/instant.ts'
import type { PdfRenderer } from '../../platform/pdf-document.ts'
import { MAX_PHOTO_BYTES, noPhoto, type PictureRenderer, photoTooLarge, uploadFailed } from '../../platform/photo.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import { agreedAt, bookingNotFound } from '../entry-notice/domain.ts'
import type { Showing, Showings } from '../entry-notice/ports.ts'
import type { NoticeService } from '../entry-notice/service.ts'
import type { NewService, ProofOfService, ServicePhoto } from './contract.ts'
import * as rule from './domain.ts'
import { proofDocument } from './messages.ts'
import * as rows from './repository.ts'

/**
 * Takes down how the notice to enter of a showing was served. A record is never changed: a mistake is withdrawn, and both
 * stand in the compliance log.
 */
export function createServiceRecordService(options: {
  db: Database
  clock: Clock
  files: FileStore
  pictures: PictureRenderer
  notices: NoticeService
  showings: Pick<Showings, 'find'>
  pdf: PdfRenderer
}) {
  const { db, clock, files, pictures, notices, pdf } = options

  async function find(actor: Actor, bookingId: string): Promise<ServedShowing> {
    const { role, accountId } = requireAccount(actor)
    const showing = await options.showings.find(bookingId)
    const isOwn = showing !== null && (role === 'admin' || showing.ownerId === accountId)
    if (!isOwn || showing.status === 'held' || showing.status === 'lapsed') throw bookingNotFound()
    return { ...showing, occupancyThen: await rows.findOccupancyThen(db, bookingId) }
  }

  async function findService(actor: Actor, bookingId: string, id: string) {
    const showing = await find(actor, bookingId)
    const service = await rows.findService(db, bookingId, id)
    if (!service) throw rule.serviceNotFound()
    return { showing, service }
  }

  return {
    /** Every record of a showing, the withdrawn too. @throws DomainError unauthenticated, not_found */
    async list(actor: Actor, bookingId: string): Promise<ProofOfService[]> {
      const showing = await find(actor, bookingId)
      return (await rows.listServices(db, bookingId)).map((service) => proofOf(service, showing))
    },

    /**
     * Records a service. The same once more is the one that is there.
     * @throws DomainError unauthenticated, not_found, invalid, conflict
     */
    async record(actor: Actor, bookingId: string, entered: NewService): Promise<ProofOfService> {
      const account = requireAccount(actor)
      const showing = await find(actor, bookingId)
      const fault = rule.serviceFault(servableOf(showing))
      if (fault) throw fault
      const now = clock.now()
      const clean = rule.cleanService(entered, servedShowing(showing), now)
      const photo = entered.photo
        ? await rows.findPhoto(db, { id: entered.photo, bookingId, accountId: account.accountId })
        : null
      if (entered.photo && !photo) throw invalid([rule.notYourPhoto])
      // The notice as it is now is kept, so that its hash can be looked up as long as there are files.
      const noticeSha256 = sha256(await notices.noticePdf(showing))
      const id = randomUUIDv7()
      const said = { ...clean, servedAt: clean.servedAt.toString(), startsAt: writeInstant(showing.startsAt) }
      const payload = {
        serviceId: id,
        ...said,
        noticeSha256,
        photoSha256: photo?.sha256 ?? null,
        by: account.email,
        accountId: account.accountId,
      }
      const row = {
        id,
        starts_at: said.startsAt,
        method: said.method,
        served_at: said.servedAt,
        served_by: said.servedBy,
        note: said.note,
        consent_date: said.consentDate,
        photo_id: photo?.id ?? null,
        photo_sha256: photo?.sha256 ?? null,
        notice_sha256: noticeSha256,
        recorded_by: account.accountId,
        recorded_as: account.email,
      }
      const record = { row, payload: JSON.stringify(payload) }
      const recorded = await rows.recordService(db, bookingId, record, now.toString()).catch((error) => {
        throw rows.isPhotoConflict(error) ? invalid([rule.notYourPhoto]) : error
      })
      if (!recorded) throw rule.showingChanged()
      const service = await rows.findService(db, bookingId, recorded)
      return proofOf(service as rows.ServiceRow, showing)
    },

    /**
     * Takes a record back that was a mistake: it stays, and counts no more.
     * @throws DomainError unauthenticated, not_found, invalid, conflict
     */
    async withdraw(actor: Actor, bookingId: string, id: string, said: string): Promise<ProofOfService> {
      const account = requireAccount(actor)
      const { showing } = await findService(actor, bookingId, id)
      const reason = rule.cleanReason(said)
      const payload = JSON.stringify({ serviceId: id, reason, by: account.email, accountId: account.accountId })
      const row = { reason, withdrawn_by: account.accountId, withdrawn_as: account.email }
      if (!(await rows.withdrawService(db, id, { row, payload }, clock.now().toString()))) throw rule.alreadyWithdrawn()
      return proofOf((await rows.findService(db, bookingId, id)) as rows.ServiceRow, showing)
    },

    /** The declaration on paper. @throws DomainError unauthenticated, not_found */
    async pdf(actor: Actor, bookingId: string, id: string): Promise<{ name: string; pdf: Uint8Array }> {
      const { showing, service } = await findService(actor, bookingId, id)
      const picture = service.photo_key ? await files.get(service.photo_key) : null
      const paper = proofDocument({ proof: proofOf(service, showing), showing, picture: picture?.bytes ?? null })
      return { name: `proof-of-service-${showing.confirmationNumber}`, pdf: await pdf.render(paper) }
    },

    /**
     * Keeps a photo for a record that is about to be made; it is seen by the owner and admins alone.
     * @throws DomainError unauthenticated, not_found, invalid, conflict, too_large, wrong_type, unavailable
     */
    async uploadPhoto(actor: Actor, bookingId: string, image: Blob | null): Promise<ServicePhoto> {
      const { accountId } = requireAccount(actor)
      const fault = rule.serviceFault(servableOf(await find(actor, bookingId)))
      if (fault) throw fault
      if (!image) throw noPhoto()
      if (image.size > MAX_PHOTO_BYTES) throw photoTooLarge()
      try {
        const { jpeg, width, height } = await pictures.picture(new Uint8Array(await image.arrayBuffer()))
        const id = randomUUIDv7()
        const photo = { id, sha256: sha256(jpeg), width, height }
        // Its row first: whatever a crash leaves of its file is found and swept.
        const row = { ...photo, file_key: rule.photoKey(id), bookingId, accountId }
        await rows.insertPhoto(db, row, clock.now().toString())
        await files.put(row.file_key, jpeg, 'image/jpeg')
        return photo
      } catch (error) {
        throw error instanceof DomainError ? error : uploadFailed(error)
      }
    },

    /** @throws DomainError unauthenticated, not_found */
    async photo(actor: Actor, bookingId: string, id: string): Promise<StoredFile> {
      const { service } = await findService(actor, bookingId, id)
      const file = service.photo_key && (await files.get(service.photo_key))
      if (!file) throw rule.photoNotFound()
      return file
    },

    /** Deletes the uploads of yesterday and before that no record names. @returns how many */
    async sweepPhotos(): Promise<number> {
      const before = clock.now().subtract({ hours: rule.UNUSED_PHOTO_HOURS }).toString()
      for (let swept = 0; ; ) {
        let sweptNow = 0
        for (const { id, file_key } of await rows.listUnusedPhotos(db, before, 100))
          if (await rows.deleteUnusedPhoto(db, id, () => files.delete(file_key))) sweptNow++
        swept += sweptNow
        if (sweptNow === 0) return swept
      }
    },
  }
}

export type ServiceRecordService = ReturnType<typeof createServiceRecordService>

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** A showing whose services the account may see. `occupancyThen`: who lived there when it was booked. */
type ServedShowing = Showing & { occupancyThen: Occupancy | null }

const servableOf = ({ status, occupancyThen, occupancy, isDemo }: ServedShowing) => ({
  status,
  occupancy: occupancyThen ?? occupancy,
  isDemo,
})

const servedShowing = (showing: Showing): rule.ServedShowing => ({
  startsAt: showing.startsAt,
  timeZone: showing.timeZone,
  noticedAt: agreedAt(showing),
})

function proofOf(row: rows.ServiceRow, showing: Showing): ProofOfService {
  const url = `/api/showingbooker/bookings/${row.booking_id}/service/${row.id}`
  const { photo_sha256, photo_width, photo_height, withdrawn_at } = row
  return {
    id: row.id,
    bookingId: row.booking_id,
    method: row.method,
    servedAt: row.served_at.toISOString(),
    servedBy: row.served_by,
    note: row.note,
    consentDate: row.consent_date,
    startsAt: row.starts_at.toISOString(),
    isOfThisTime: row.starts_at.getTime() === showing.startsAt.epochMilliseconds,
    noticeSha256: row.notice_sha256,
    photo: photo_sha256
      ? { url: `${url}/photo`, sha256: photo_sha256, width: photo_width ?? 0, height: photo_height ?? 0 }
      : null,
    recordedAt: row.recorded_at.toISOString(),
    recordedBy: row.recorded_as,
    sequence: row.sequence,
    pdfUrl: `${url}.pdf`,
    withdrawn: withdrawn_at && {
      at: withdrawn_at.toISOString(),
      by: row.withdrawn_as ?? '',
      reason: row.withdrawn_reason ?? '',
      sequence: row.withdrawn_sequence ?? 0,
    },
  }
}
