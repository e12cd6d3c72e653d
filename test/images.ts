import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { UsedParams } from '../src/studio/image/contract.ts'
import type { Filter } from '../src/studio/image/domain.ts'
import type { NewImage } from '../src/studio/image/repository.ts'
import type { TestApp } from './app.ts'

export const LABEL = 'Procedural artwork - drawn by code, not an AI model'

/**
 * Side in pixels of an image that a test makes. Filters and encoders take a fraction of the time that they take for the
 * 512 pixels of the studio, which image-processing.test.ts draws.
 */
export const SIDE = 128

/** Draws a picture with visible content: a gradient with a disc. */
export const drawnPng = (hue = '#2a6f97', size = 512) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><defs>
      <linearGradient id="g" x2="0" y2="1"><stop stop-color="${hue}"/><stop offset="1" stop-color="#f4d58d"/></linearGradient>
      </defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="60%" cy="40%" r="18%" fill="#bf3100"/></svg>`),
  )
    .png()
    .toBuffer()

export type ImageChoices = {
  accountId: string
  visibility?: 'public' | 'private'
  prompt?: string
  filter?: Filter
  bytes?: Uint8Array
  remixOf?: string
}

export const paramsOf = (choices: Partial<ImageChoices>): UsedParams & { filter: Filter } => ({
  prompt: choices.prompt ?? 'a lighthouse at dawn',
  negative_prompt: '',
  style: 'Cinematic',
  filter: choices.filter ?? 'Default',
  filter_strength: 100,
  seed: 7,
  image_size: '512x512',
  restore_faces: true,
  ignored: ['restore_faces'],
  engine: 'local',
  model: 'procedural/1',
  label: LABEL,
  used_words: ['lighthouse', 'dawn'],
  unused_words: [],
})

/** Stores a finished generation and its files for this account, but no image. */
export async function makeKept(
  app: Pick<TestApp, 'db' | 'images' | 'clock'>,
  choices: ImageChoices,
): Promise<NewImage> {
  // An account needs a profile to publish images.
  await sql`
    insert into profile (account_id, username) values (${choices.accountId}, ${`maker-${choices.accountId.slice(-12)}`})
    on conflict do nothing`.execute(app.db)
  const generationId = randomUUIDv7()
  const params = { ...paramsOf(choices), image_size: `${SIDE}x${SIDE}` }
  await sql`
    insert into generation (id, account_id, prompt, style, filter, seed, count, restore_faces, engine, status, progress,
      created_at, finished_at)
    values (${generationId}, ${choices.accountId}, ${params.prompt}, ${params.style}, ${params.filter}, 7, 1, true, 'local',
      'succeeded', 100, ${app.clock.now()}, ${app.clock.now()})`.execute(app.db)
  return app.images.keep({
    generationId,
    number: 0,
    accountId: choices.accountId,
    seed: 7,
    params,
    remixOf: choices.remixOf ?? null,
    bytes: choices.bytes ?? (await drawnPng('#2a6f97', SIDE)),
  })
}

/** Stores an image with its files, as the studio does. */
export async function makeImage(
  app: Pick<TestApp, 'db' | 'images' | 'clock'>,
  choices: ImageChoices,
): Promise<NewImage> {
  const row = await makeKept(app, choices)
  await app.db.transaction().execute((tx) => app.images.insert(tx, row))
  await sql`update image set visibility = ${choices.visibility ?? 'private'} where id = ${row.id}`.execute(app.db)
  return row
}
