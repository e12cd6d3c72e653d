import { type AccountActor, scopeOf } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { FileStore } from '../../platform/file-store.ts'
import type { PhotoRenderer } from '../../platform/photo.ts'
import { type PropertyRow, propertyNotFound } from './domain.ts'
import type { KeepOwnTime, Sample } from './ports.ts'
import { findProperty } from './repository.ts'

export type PropertyDeps = {
  db: Database
  clock: Clock
  files: FileStore
  photos: PhotoRenderer
  samples: Sample[]
  keepOwnTime: KeepOwnTime
}

/** @throws DomainError not_found */
export async function getOwnRow({ db, clock }: PropertyDeps, account: AccountActor, id: string): Promise<PropertyRow> {
  const row = await findProperty(db, { id, ownerId: scopeOf(account), now: clock.now() })
  if (!row) throw propertyNotFound(id)
  return row
}
