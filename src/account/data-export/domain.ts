import { DomainError, notFound } from '../../platform/errors.ts'
import * as t from '../text/data-export.ts'
import type { Archive } from './contract.ts'

export const ARCHIVE_DAYS = 7
export const ARCHIVES_A_DAY = 3
/** We give up on an archive after this long. Making one takes less, including retries. */
export const GIVEN_UP_AFTER_HOURS = 6

/** The parts of an archive, in order. Its progress counts these. */
export const PARTS = [
  'account',
  'profile',
  'properties',
  'bookings',
  'messages',
  'money',
  'service',
  'compliance',
  'photos',
  'notices',
  'proofs',
  'documents',
  'images',
  'contents',
] as const
export type PartName = (typeof PARTS)[number]

/** An archive as the database stores it. */
export type ArchiveRow = {
  id: string
  account_id: string
  status: Archive['status']
  asked_at: Date
  parts_done: number
  file_name: string | null
  size_bytes: number | null
  sha256: string | null
  made_at: Date | null
  expires_at: Date | null
}

/** Shows an expired file as gone, even before the sweep deletes it. */
export function archiveOf(row: ArchiveRow, now: Temporal.Instant): Archive {
  const isOver = row.expires_at !== null && row.expires_at.getTime() <= now.epochMilliseconds
  const status = row.status === 'ready' && isOver ? 'expired' : row.status
  return {
    id: row.id,
    status,
    askedAt: row.asked_at.toISOString(),
    progress: { done: row.parts_done, of: PARTS.length },
    madeAt: row.made_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    url: status === 'ready' ? `/api/account/archive/${row.id}/file` : null,
  }
}

/** Formats a size, such as `512 bytes` or `3.4 MB`. */
export function sizeText(bytes: number): string {
  const units = ['kB', 'MB', 'GB'] as const
  if (bytes < 1000) return t.bytes({ count: bytes })
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** power).toFixed(1)} ${units[power - 1]}`
}

export const underWay = () => new DomainError('conflict', 'archive_under_way', t.underWay())

export const tooManyArchives = (retryAfterSeconds: number) =>
  new DomainError('too_many', 'too_many_archives', t.tooMany({ count: ARCHIVES_A_DAY }), {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)),
  })

export const noArchive = () => notFound(t.noFile(), 'archive_not_found')
