import type { AreaDeps } from '../../area.ts'
import { eachPage } from '../../platform/paging.ts'
import { emptyHomes, listHomeIds } from './erasure-repository.ts'

/** Homes of a transaction. */
const BATCH = 200

/** Erases what the homes of a deleted account say of people. May run again after a crash. */
export async function eraseHomes({ db, clock, files }: Pick<AreaDeps, 'db' | 'clock' | 'files'>, accountId: string) {
  const find = (after: string | null) => listHomeIds(db, accountId, after, BATCH)
  for await (const ids of eachPage(BATCH, find)) {
    for (const id of ids) await files.delete(`previews/${id}.jpg`)
    await emptyHomes(db, accountId, ids, clock.now())
  }
}
