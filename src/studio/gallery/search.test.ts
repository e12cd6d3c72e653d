import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { character, fc } from '../../../test/dice.ts'
import { makeCreator } from '../../../test/gallery.ts'
import { paramsOf } from '../../../test/images.ts'

/**
 * Run the full proof for one gallery with `SEARCH_QUESTIONS=5000 SEARCH_SEED=1 node --test
 * src/studio/gallery/search.test.ts`.
 */
const QUESTIONS = Number(process.env.SEARCH_QUESTIONS ?? 200)
const SEED = Number(process.env.SEARCH_SEED ?? 7)
const IMAGES = 400
const MOST_COUNTED = 20

/** Constants small enough that a few hundred images reach every path of a search. */
const SMALL = { short_walk: 15, long_walk: 120, few: 60, most_creators: 6 }

const NAMES = 'ann Ana_1 an_a an_b Annex an-d ANDRE anX1 bob bobby Bo_b zed quiet Anon'.split(' ')
/** Words, from one in nearly every prompt to words in no prompt. */
const WORDS = (
  "a lake red Misty the running café mountains 山 黄昏の海 🦊 Łódź x1 512 it's golden-hour Straße مرحبا ПРИВЕТ l’été " +
  'rare rarest never'
).split(' ')
const PUNCTUATION = ['', ' ', '!', '%', '_', '\\', '&|():*', '—', '…', "' or 1=1"]

let database: FreshDatabase
before(async () => {
  database = await freshDatabase({ max: 2 })
  await store()
  await copySmall()
})
after(() => database.close())

/**
 * Stores images. Each word is in fewer prompts than the previous one, some words only in recent or only in old prompts,
 * and each moment has five images.
 */
async function store(): Promise<void> {
  const { db } = database
  const creators = await Promise.all(NAMES.map((name) => makeCreator(db, name)))
  let state = SEED
  const chance = () => {
    state = (state * 48_271) % 0x7fff_ffff
    return state / 0x7fff_ffff
  }
  const rows = Array.from({ length: IMAGES }, (_, n) => {
    const prompt = WORDS.filter((_, at) => chance() < 0.95 * 0.75 ** at * (at % 3 === 1 && n > IMAGES / 2 ? 0 : 1))
    const creator = creators[Math.floor(chance() ** 2 * creators.length)]
    return { n, prompt: prompt.join(' ') || 'nothing', account: creator?.id, isPublic: chance() < 0.9 }
  })
  await sql`
    with made as (
      select gen_random_uuid() as id, gen_random_uuid() as generation_id, n, prompt, account::uuid as account_id,
        case when "isPublic" then 'public' else 'private' end as visibility,
        timestamptz '2026-11-01' + n / 5 * interval '1 microsecond' as created_at
      from jsonb_to_recordset(${JSON.stringify(rows)}) r (n int, prompt text, account text, "isPublic" boolean)),
    generations as (
      insert into generation (id, account_id, prompt, style, filter, seed, count, restore_faces, engine, status, created_at, finished_at)
      select generation_id, account_id, prompt, 'Cinematic', 'Default', 7, 1, false, 'local', 'succeeded', created_at, created_at
      from made)
    insert into image (id, account_id, generation_id, number, visibility, prompt, negative_prompt, style, filter, seed,
      engine, used_params, width, height, thumbhash, look, sha256, created_at)
    select id, account_id, generation_id, 0, visibility, prompt, '', 'Cinematic', 'Default', n, 'local',
      ${JSON.stringify(paramsOf({}))}::jsonb, 512, 512, 'AA',
      'lookof' || md5(n::text), md5(n::text), created_at from made`.execute(db)
  await sql`update profile set settings = '{"private_profile": true}' where username = 'quiet'`.execute(db)
  await sql`analyze shown_image, profile, image`.execute(db)
}

/** Copies the current function with other constants. */
async function copySmall(): Promise<void> {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef('search_images'::regproc) as text`.execute(
    database.db,
  )
  let text = rows[0]?.text ?? ''
  const replace = (one: string | RegExp, by: string) => {
    const parts = text.split(one)
    assert.equal(parts.length, 2, `the function has one ${one}`)
    text = parts.join(by)
  }
  replace('FUNCTION public.search_images(', 'FUNCTION public.search_small(')
  for (const [name, value] of Object.entries(SMALL))
    replace(new RegExp(`(?<=${name} constant integer := )\\d+(?=;)`), String(value))
  await sql.raw(text).execute(database.db)
}

type Question = { words: string | null; creator: string | null; isOldest: boolean; page: number }
type Found = { ids: string[]; total: number | null; is_capped: boolean | null }

/** Finds the expected images in the slowest and simplest way. */
async function expectedOf({ words, creator, isOldest }: Question): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from image i join profile p on p.account_id = i.account_id
    where i.visibility = 'public'
      and (${words}::text is null or prompt_words(i.prompt) @@ plainto_tsquery('public.prompt', folded_text(${words})))
      and (${creator}::text is null or not p.is_private and starts_with(lower(p.username), ${creator}))
    order by i.created_at, i.id`.execute(database.db)
  const ids = rows.map(({ id }) => id)
  return isOldest ? ids : ids.reverse()
}

async function search(asked: Question, after: string | null): Promise<Found> {
  const { words, creator, isOldest, page } = asked
  const { rows } = await sql<Found>`
    select * from search_small(${words}, ${creator}, ${isOldest},
      (select created_at from image where id = ${after}), ${after}::uuid, ${page}, ${MOST_COUNTED})`.execute(
    database.db,
  )
  assert.equal(rows.length, 1)
  return rows[0] as Found
}

const words = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
      fc.constantFrom(...PUNCTUATION),
      fc.string({ unit: character, maxLength: 5 }),
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((some) => some.join(' ').replaceAll('\0', '').toWellFormed())
const creator = fc
  .tuple(fc.constantFrom(...NAMES, '', '%', '_', '\\'), fc.nat(6))
  .map(([name, length]) => name.slice(0, length).toLowerCase())
const question = fc.record({
  words: fc.option(words, { freq: 5 }),
  creator: fc.option(creator, { freq: 2 }),
  isOldest: fc.boolean(),
  page: fc.integer({ min: 2, max: MOST_COUNTED }),
})

test('every page of every search equals a plain scan of all images, and its count is right', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      if (asked.words === null && asked.creator === null) return
      const expected = await expectedOf(asked)
      const found: string[] = []
      // Continue as the service does, after the second to last image: it fetches the last one only to learn whether
      // there are more.
      for (let after: string | null = null; ; ) {
        const { ids, total, is_capped } = await search(asked, after)
        assert.deepEqual(ids, expected.slice(found.length, found.length + asked.page))
        if (after) assert.deepEqual([total, is_capped], [null, null])
        else {
          assert.ok(total !== null && total >= Math.min(ids.length, MOST_COUNTED) && total <= MOST_COUNTED)
          if (is_capped) assert.ok(total <= expected.length, `${total} of ${expected.length}`)
          else assert.equal(total, expected.length)
        }
        found.push(...ids.slice(0, asked.page - 1))
        if (ids.length < asked.page) break
        after = found.at(-1) ?? null
      }
      assert.deepEqual(found, expected)
    }),
    { numRuns: QUESTIONS },
  )
})
