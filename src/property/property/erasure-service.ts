import type { AreaDeps } from '../../area.ts'
import { eachPage } from '../../platform/paging.ts'
import { clearProperties, listPropertyIds } from './erasure-repository.ts'

/** Properties per transaction. */
const BATCH = 200

/** Erases personal data from a deleted account's properties. It can run again after a crash. */
export async function eraseProperties(
  { db, clock, files }: Pick<AreaDeps, 'db' | 'clock' | 'files'>,
  accountId: string,
) {
  const find = (after: string | null) => listPropertyIds(db, accountId, after, BATCH)
  for await (const ids of eachPage(BATCH, find)) {
    for (const id of ids) await files.delete(`previews/${id}.jpg`)
    await clearProperties(db, accountId, ids, clock.now())
  }
}
