import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../src/platform/db/connect.ts'
import { makeAgent } from './factories.ts'
import { paramsOf } from './images.ts'

let made = 0

/** Creates an account with a profile. */
export async function makeCreator(
  db: Database,
  username = `Creator${++made}`,
): Promise<{ id: string; username: string }> {
  const id = await makeAgent(db)
  await sql`insert into profile (account_id, username) values (${id}, ${username})`.execute(db)
  return { id, username }
}

export type StoredChoices = {
  accountId: string
  visibility?: 'public' | 'private'
  prompt?: string
  createdAt?: string
  remixOf?: string
}

/** Stores the row of an image without files. Each image is a second newer than the one before. */
export async function storeImage(db: Database, choices: StoredChoices): Promise<string> {
  const { accountId, visibility = 'public', prompt = 'A lake at dawn', createdAt, remixOf = null } = choices
  const [id, generationId] = [randomUUIDv7(), randomUUIDv7()]
  const at = createdAt ?? new Date(Date.UTC(2026, 10, 1) + ++made * 1000).toISOString()
  await sql`
    insert into generation (id, account_id, prompt, style, filter, seed, count, restore_faces, engine, status, progress,
      created_at, finished_at)
    values (${generationId}, ${accountId}, ${prompt}, 'Cinematic', 'Default', 7, 1, false, 'local', 'succeeded', 100,
      ${at}, ${at})`.execute(db)
  await sql`
    insert into image (id, account_id, generation_id, number, visibility, prompt, negative_prompt, style, filter, seed,
      engine, model, used_params, remix_of, width, height, thumbhash, look, sha256, created_at)
    values (${id}, ${accountId}, ${generationId}, 0, ${visibility}, ${prompt}, '', 'Cinematic', 'Default', 7, 'local',
      'procedural/1', ${JSON.stringify(paramsOf({ prompt }))}, ${remixOf}, 512, 512, 'HBkSHYSIeHiPiHh8eJd4eTN0EEQG',
      ${randomBytes(18).toString('base64url')}, ${createHash('sha256').update(id).digest('hex')}, ${at})`.execute(db)
  return id
}
