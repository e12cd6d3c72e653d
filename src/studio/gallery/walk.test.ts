import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { type TestApp, testApp } from '../../../test/app.ts'
import { randomOf } from '../../../test/crash-clients.ts'
import { SEED } from '../../../test/dice.ts'
import { makeCreator } from '../../../test/gallery.ts'
import { paramsOf } from '../../../test/images.ts'

/** Run the full proof with `WALK_IMAGES=100000 node --test src/studio/gallery/walk.test.ts`. */
const IMAGES = Number(process.env.WALK_IMAGES ?? 3_000)
const WRITERS = 20
/** One in this many images never changes. */
const CALM = 3

let app: TestApp
before(async () => {
  app = await testApp({ max: 12 })
})
after(() => app.close())

/** Stores public images of ten creators, ten images for each moment. */
async function store(count: number): Promise<{ calm: Set<string>; restless: string[] }> {
  const creators = await Promise.all(Array.from({ length: 10 }, () => makeCreator(app.db)))
  // The trigger would write the counts once for each image, in one transaction.
  await sql`alter table image disable trigger image_shown_first`.execute(app.db)
  const { rows } = await sql<{ id: string; n: number }>`
    with made as (
      select gen_random_uuid() as id, gen_random_uuid() as generation_id, n,
        (${creators.map(({ id }) => id)}::uuid[])[n % 10 + 1] as account_id,
        timestamptz '2026-11-01' + n / 10 * interval '1 microsecond' as created_at
      from generate_series(1, ${count}::int) n),
    generations as (
      insert into generation (id, account_id, prompt, style, filter, seed, count, restore_faces, engine, status, created_at, finished_at)
      select generation_id, account_id, 'A lake', 'Cinematic', 'Default', 7, 1, false, 'local', 'succeeded', created_at, created_at
      from made)
    insert into image (id, account_id, generation_id, number, visibility, prompt, negative_prompt, style, filter, seed,
      engine, used_params, width, height, thumbhash, look, sha256, created_at)
    select id, account_id, generation_id, 0, 'public', 'A lake', '', 'Cinematic', 'Default', n, 'local',
      ${JSON.stringify(paramsOf({}))}::jsonb, 512, 512, 'AA',
      'lookof' || md5(n::text), md5(n::text), created_at from made returning id, seed::int as n`.execute(app.db)
  await sql`alter table image enable trigger image_shown_first`.execute(app.db)
  for (const { id } of creators) await sql`select show_images(${id}, null)`.execute(app.db)
  const calm = rows.filter(({ n }) => n % CALM === 0).map(({ id }) => id)
  return { calm: new Set(calm), restless: rows.filter(({ n }) => n % CALM !== 0).map(({ id }) => id) }
}

const random = randomOf(SEED)

/** Hides, shows and deletes images and inserts new ones between the others, over a separate connection. */
async function disturb(url: string, restless: string[], isOver: () => boolean): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let done = 0
  const any = () => restless[Math.floor(random() * restless.length)]
  const acts = [
    `update image set visibility = case visibility when 'public' then 'private' else 'public' end where id = $1`,
    `update image set removed_at = now(), removed_reason = 'No.' where id = $1 and removed_at is null`,
    `update image set removed_at = null, removed_reason = null where id = $1 and removed_at is not null`,
    'delete from image where id = $1',
    `with g as (
       insert into generation select (jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid()))).*
       from generation g join image i on i.generation_id = g.id where i.id = $1 returning id)
     insert into image select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'generation_id', g.id,
       'created_at', i.created_at + (random() - 0.5) * interval '20 microseconds'))).* from image i, g where i.id = $1`,
  ]
  try {
    for (; !isOver(); done++) await client.query(acts[done % acts.length] as string, [any()])
  } finally {
    await client.end()
  }
  return done
}

/** @returns every id in the order it was found */
async function walk(path: string): Promise<string[]> {
  const met: string[] = []
  for (let cursor = ''; ; ) {
    const { status, body } = await app.call('GET', `${path}limit=50${cursor && `&cursor=${cursor}`}`)
    assert.equal(status, 200)
    met.push(...body.images.map(({ id }: { id: string }) => id))
    if (!body.nextCursor) return met
    cursor = body.nextCursor
  }
}

test('a walk through a changing list meets each unchanged image exactly once', async (t) => {
  const { calm, restless } = await store(IMAGES)
  let isOver = false
  const writers = Array.from({ length: WRITERS }, () => disturb(app.database.url, restless, () => isOver))
  const ways = ['/all-images?', '/search-images?query=lake&', '/search-images?query=lake&sortBy=oldest&']
  const walks = await Promise.all(ways.map(walk)).finally(() => {
    isOver = true
  })
  const acts = (await Promise.all(writers)).reduce((sum, done) => sum + done, 0)
  for (const [at, met] of walks.entries()) {
    assert.equal(new Set(met).size, met.length, `${ways[at]} saw some images twice`)
    const known = new Set(met)
    assert.deepEqual(
      [...calm].filter((id) => !known.has(id)),
      [],
      `${ways[at]} missed some images`,
    )
  }
  assert.ok(acts > 100, 'a writer was active')
  const { rows } = await sql`select from profile p where gallery_count <>
    (select count(*) from shown_image s where s.account_id = p.account_id)`.execute(app.db)
  assert.equal(rows.length, 0, 'the counts match the rows')
  const { rows: wrong } = await sql`
    select from image i full join shown_image s on s.image_id = i.id
    where (i.visibility = 'public' and i.removed_at is null) is distinct from (s.image_id is not null)`.execute(app.db)
  assert.equal(wrong.length, 0, 'the list shows exactly the public images')
  t.diagnostic(
    `${calm.size} of ${IMAGES} images stayed; ${acts} changes by ${WRITERS} writers during ${walks.length} walks`,
  )
})
