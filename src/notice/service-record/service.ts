import { hash, randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { removeEach } from '../../platform/db/deletion.ts'
import { invalid } from '../../platform/errors.ts'
import type { FileStore, StoredFile } from '../../platform/file-store.ts'
import { writeInstant } from '../../platform/instant.ts'
import type { PdfRenderer } from '../../platform/pdf-document.ts'
import { type PictureRenderer, takeUpload, UNUSED_PHOTO_HOURS } from '../../platform/photo.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { agreedAt, bookingNotFound } from '../entry-notice/domain.ts'
import type { Showing, Showings } from '../entry-notice/ports.ts'
import type { NoticeService } from '../entry-notice/service.ts'
import type { NewService, ProofOfService, ServicePhoto } from './contract.ts'
import {
  alreadyWithdrawn,
  CLOCK_SKEW_MINUTES,
  checkSeen,
  checkService,
  cleanReason,
  cleanService,
  noticeOf,
  notYourPhoto,
  photoKey,
  photoNotFound,
  type RecordedShowing,
  type ServedShowing,
  serviceNotFound,
  showingChanged,
} from './domain.ts'
import { proofDocument } from './messages.ts'
import {
  deleteUnusedPhoto,
  findOccupantThen,
  findPhoto,
  findService as findServiceRow,
  insertPhoto,
  isPhotoConflict,
  listServices,
  listUnusedPhotos,
  recordService,
  type ServiceRow,
  withdrawService,
} from './repository.ts'

type ServiceRecordDeps = {
  db: Database
  clock: Clock
  files: FileStore
  pictures: PictureRenderer
  notices: NoticeService
  showings: Pick<Showings, 'find'>
  pdf: PdfRenderer
}

/**
 * Records how a showing's notice to enter was served. A record never changes. The agent can withdraw a mistake, and the
 * compliance log has both entries.
 */
export const createServiceRecordService = (deps: ServiceRecordDeps) =>
  withDeps(deps, { list, record, withdraw, pdf, uploadPhoto, photo, sweepPhotos })

export type ServiceRecordService = ReturnType<typeof createServiceRecordService>

/** Lists a showing's records, including withdrawn ones. @throws DomainError unauthenticated, not_found */
async function list(deps: ServiceRecordDeps, actor: Actor, bookingId: string): Promise<ProofOfService[]> {
  const showing = await find(deps, actor, bookingId)
  return (await listServices(deps.db, bookingId)).map((service) => proofOf(service, showing))
}

/**
 * Records a service. If someone records the same service again, returns the existing record.
 * @throws DomainError unauthenticated, not_found, invalid, conflict
 */
async function record(
  deps: ServiceRecordDeps,
  actor: Actor,
  bookingId: string,
  entered: NewService,
): Promise<ProofOfService> {
  const { clock, db, notices } = deps
  const account = requireAccount(actor)
  const showing = await find(deps, actor, bookingId)
  const served = servedShowing(showing)
  const fault = checkService(servableOf(showing)) ?? checkSeen(served, entered.seen)
  if (fault) throw fault
  const now = clock.now()
  const clean = cleanService(entered, served, now)
  const photo = entered.photo
    ? await findPhoto(db, { id: entered.photo, bookingId, accountId: account.accountId })
    : null
  if (entered.photo && !photo) throw invalid([notYourPhoto()])
  // Keep the current notice in the file store, so that people can look up the file behind the hash.
  const noticeSha256 = sha256(await notices.noticePdf(showing))
  const id = randomUUIDv7()
  const service = { ...clean, servedAt: clean.servedAt.toString(), startsAt: writeInstant(showing.startsAt) }
  const payload = {
    serviceId: id,
    ...service,
    noticeSha256,
    photoSha256: photo?.sha256 ?? null,
    notice: noticeOf(showing),
    by: account.email,
    accountId: account.accountId,
  }
  const row = {
    id,
    starts_at: service.startsAt,
    method: service.method,
    served_at: service.servedAt,
    served_by: service.servedBy,
    note: service.note,
    consent_date: service.consentDate,
    photo_id: photo?.id ?? null,
    photo_sha256: photo?.sha256 ?? null,
    notice_sha256: noticeSha256,
    recorded_by: account.accountId,
    recorded_as: account.email,
    same_within_minutes: entered.sentAt ? CLOCK_SKEW_MINUTES : 0,
  }
  const record = { row, payload: JSON.stringify(payload) }
  const recorded = await recordService(db, bookingId, record, now.toString()).catch((error) => {
    throw isPhotoConflict(error) ? invalid([notYourPhoto()]) : error
  })
  if (!recorded) throw showingChanged()
  return proofOf((await findServiceRow(db, bookingId, recorded)) as ServiceRow, showing)
}

/**
 * Withdraws a record that was a mistake. The record stays but no longer counts.
 * @throws DomainError unauthenticated, not_found, invalid, conflict
 */
async function withdraw(
  deps: ServiceRecordDeps,
  actor: Actor,
  bookingId: string,
  id: string,
  entered: string,
): Promise<ProofOfService> {
  const { db, clock } = deps
  const account = requireAccount(actor)
  const { showing } = await findService(deps, actor, bookingId, id)
  const reason = cleanReason(entered)
  const payload = JSON.stringify({ serviceId: id, reason, by: account.email, accountId: account.accountId })
  const row = { reason, withdrawn_by: account.accountId, withdrawn_as: account.email }
  if (!(await withdrawService(db, id, { row, payload }, clock.now().toString()))) throw alreadyWithdrawn()
  return proofOf((await findServiceRow(db, bookingId, id)) as ServiceRow, showing)
}

/** Prints the declaration. @throws DomainError unauthenticated, not_found */
async function pdf(
  deps: ServiceRecordDeps,
  actor: Actor,
  bookingId: string,
  id: string,
): Promise<{ name: string; pdf: Uint8Array }> {
  const { files, pdf } = deps
  const { showing, service } = await findService(deps, actor, bookingId, id)
  const picture = service.photo_key ? await files.get(service.photo_key) : null
  const proof = proofOf(service, showing)
  const paper = proofDocument({
    proof,
    showing,
    notice: service.notice ?? noticeOf(showing),
    picture: picture?.bytes ?? null,
  })
  return {
    name: `proof-of-service-${showing.confirmationNumber}`,
    pdf: await inLanguage('en', () => pdf.render(paper)),
  }
}

/**
 * Keeps a photo for a record that someone is about to make. Only the owner and admins can see it.
 * @throws DomainError unauthenticated, not_found, invalid, conflict, too_large, wrong_type, unavailable
 */
async function uploadPhoto(
  deps: ServiceRecordDeps,
  actor: Actor,
  bookingId: string,
  image: Blob | null,
): Promise<ServicePhoto> {
  const { pictures, db, clock, files } = deps
  const { accountId } = requireAccount(actor)
  const fault = checkService(servableOf(await find(deps, actor, bookingId)))
  if (fault) throw fault
  return takeUpload(image, async (bytes) => {
    const { jpeg, width, height } = await pictures.picture(bytes)
    const id = randomUUIDv7()
    const photo = { id, sha256: sha256(jpeg), width, height }
    // Write the row first, so that the sweep finds and deletes a file that a crash leaves behind.
    const row = { ...photo, file_key: photoKey(id), bookingId, accountId }
    await insertPhoto(db, row, clock.now().toString())
    await files.put(row.file_key, jpeg, 'image/jpeg')
    return photo
  })
}

/** @throws DomainError unauthenticated, not_found */
async function photo(deps: ServiceRecordDeps, actor: Actor, bookingId: string, id: string): Promise<StoredFile> {
  const { service } = await findService(deps, actor, bookingId, id)
  const file = service.photo_key && (await deps.files.get(service.photo_key))
  if (!file) throw photoNotFound()
  return file
}

/** Deletes uploads from yesterday or earlier that no record names. @returns how many */
async function sweepPhotos({ clock, db, files }: ServiceRecordDeps): Promise<number> {
  const before = clock.now().subtract({ hours: UNUSED_PHOTO_HOURS }).toString()
  return removeEach(
    () => listUnusedPhotos(db, before, 100),
    ({ id, file_key }) => deleteUnusedPhoto(db, id, () => files.delete(file_key)),
  )
}

async function find(deps: ServiceRecordDeps, actor: Actor, bookingId: string): Promise<RecordedShowing> {
  const { role, accountId } = requireAccount(actor)
  const showing = await deps.showings.find(bookingId)
  const isOwn = showing !== null && (role === 'admin' || showing.ownerId === accountId)
  if (!isOwn || showing.status === 'held' || showing.status === 'lapsed') throw bookingNotFound()
  return { ...showing, occupantThen: await findOccupantThen(deps.db, bookingId) }
}

async function findService(deps: ServiceRecordDeps, actor: Actor, bookingId: string, id: string) {
  const showing = await find(deps, actor, bookingId)
  const service = await findServiceRow(deps.db, bookingId, id)
  if (!service) throw serviceNotFound()
  return { showing, service }
}

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes)

const servableOf = ({ status, occupantThen, occupancy, isDemo }: RecordedShowing) => ({
  status,
  occupancy: occupantThen?.occupancy ?? occupancy,
  isDemo,
})

const servedShowing = (showing: Showing): ServedShowing => ({
  startsAt: showing.startsAt,
  timeZone: showing.timeZone,
  noticedAt: agreedAt(showing),
})

function proofOf(row: ServiceRow, showing: Showing): ProofOfService {
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
