import { sql } from 'kysely'
import { constraintOf, type Database } from '../../platform/db/connect.ts'
import { deleteWithFiles } from '../../platform/db/deletion.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import type { ServiceMethod } from '../entry-notice/domain.ts'
import type { ServedNotice } from './domain.ts'

/** A service record as stored. */
export type ServiceRow = {
  id: string
  booking_id: string
  starts_at: Date
  method: ServiceMethod
  served_at: Date
  served_by: string
  note: string | null
  consent_date: string | null
  notice_sha256: string
  recorded_as: string
  recorded_at: Date
  sequence: number
  photo_key: string | null
  photo_sha256: string | null
  photo_width: number | null
  photo_height: number | null
  withdrawn_at: Date | null
  withdrawn_as: string | null
  withdrawn_reason: string | null
  withdrawn_sequence: number | null
  /** `null`: the log does not say what the notice said. */
  notice: ServedNotice | null
}

export type PhotoRow = { id: string; file_key: string; sha256: string; width: number; height: number }

/** Finds who lives at the home of a showing, for one that has started at its start. `null` if the log does not say. */
export async function findOccupantThen(
  db: Database,
  bookingId: string,
): Promise<{ occupancy: Occupancy; name: string | null } | null> {
  const { rows } = await sql<{ occupancy: Occupancy | null; name: string | null }>`
    select occupancy, resident ->> 'name' as name from occupant_then(${bookingId})`.execute(db)
  const [{ occupancy, name } = { occupancy: null, name: null }] = rows
  return occupancy && { occupancy, name }
}

const services = sql`
  select s.id, s.booking_id, s.starts_at, s.method, s.served_at, s.served_by, s.note, s.consent_date::text as consent_date,
    s.notice_sha256, s.recorded_as, s.recorded_at, s.sequence, f.file_key as photo_key, f.sha256 as photo_sha256,
    f.width as photo_width, f.height as photo_height, w.withdrawn_at, w.withdrawn_as, w.reason as withdrawn_reason,
    w.sequence as withdrawn_sequence, coalesce(
      (select e.payload::jsonb -> 'notice' from compliance_entry e
        where e.booking_id = s.booking_id and e.sequence = s.sequence and e.event = 'served'),
      -- Earlier versions recorded nothing about the notice, but the booking is in the log.
      (select jsonb_build_object('residentName', b.payload::jsonb -> 'residentInfo' ->> 'name',
          'occupancy', b.payload::jsonb -> 'occupancy', 'address', b.payload::jsonb -> 'property')
        from compliance_entry b where b.booking_id = s.booking_id and b.event = 'booked' and b.payload::jsonb ? 'occupancy'
        order by b.sequence limit 1)) as notice
  from notice_service s left join service_photo f on f.id = s.photo_id
  left join notice_service_withdrawal w on w.service_id = s.id`

/** Lists a booking's service records, oldest first, including withdrawn ones. */
export async function listServices(db: Database, bookingId: string): Promise<ServiceRow[]> {
  const { rows } = await sql<ServiceRow>`
    ${services} where s.booking_id = ${bookingId} order by s.served_at, s.id`.execute(db)
  return rows
}

export async function findService(db: Database, bookingId: string, id: string): Promise<ServiceRow | null> {
  const { rows } = await sql<ServiceRow>`${services} where s.booking_id = ${bookingId} and s.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Records a service and its log entry. @returns its ID, or that of an equal record; `null` if the showing changed */
export async function recordService(
  db: Database,
  bookingId: string,
  record: { row: Record<string, unknown>; payload: string },
  now: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select record_service(${bookingId}, ${JSON.stringify(record.row)}::jsonb, ${record.payload}, ${now}::timestamptz) as id`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

/** @returns `false` if someone already withdrew it */
export async function withdrawService(
  db: Database,
  serviceId: string,
  withdrawal: { row: Record<string, unknown>; payload: string },
  now: string,
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select withdraw_service(${serviceId}, ${JSON.stringify(withdrawal.row)}::jsonb, ${withdrawal.payload},
      ${now}::timestamptz) as done`.execute(db)
  return rows[0]?.done ?? false
}

export async function insertPhoto(
  db: Database,
  photo: PhotoRow & { bookingId: string; accountId: string },
  now: string,
): Promise<void> {
  await sql`insert into service_photo values (${photo.id}, ${photo.bookingId}, ${photo.accountId}, ${photo.file_key},
    ${photo.sha256}, ${photo.width}, ${photo.height}, ${now}::timestamptz)`.execute(db)
}

/** Finds a photo that this account uploaded for this showing. */
export async function findPhoto(
  db: Database,
  { id, bookingId, accountId }: { id: string; bookingId: string; accountId: string },
): Promise<PhotoRow | null> {
  const { rows } = await sql<PhotoRow>`
    select id, file_key, sha256, width, height from service_photo
    where id = ${id} and booking_id = ${bookingId} and account_id = ${accountId}`.execute(db)
  return rows[0] ?? null
}

const isUnused = sql`not exists (select from notice_service s where s.photo_id = service_photo.id)`

export async function listUnusedPhotos(
  db: Database,
  before: string,
  limit: number,
): Promise<Pick<PhotoRow, 'id' | 'file_key'>[]> {
  const { rows } = await sql<Pick<PhotoRow, 'id' | 'file_key'>>`
    select id, file_key from service_photo
    where created_at < ${before}::timestamptz and ${isUnused} order by created_at limit ${limit}`.execute(db)
  return rows
}

/** Deletes a photo. @returns `false` if a record names it by now; the foreign key decides a race */
export const deleteUnusedPhoto = (db: Database, id: string, deleteFiles: () => Promise<void>): Promise<boolean> =>
  deleteWithFiles(db, sql`delete from service_photo where id = ${id} and ${isUnused}`, {
    deleteFiles,
    isUse: isPhotoConflict,
  })

/** Tells whether an error means that a record's photo is missing, or that a record needs this photo. */
export const isPhotoConflict = (error: unknown): boolean => constraintOf(error) === 'notice_service_photo_id_fkey'
