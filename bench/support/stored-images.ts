import type pg from 'pg'
import { onDatabase } from './homes.ts'

const AT_ONCE = 20_000
const OF_ONE_CREATOR = 100
const ADJECTIVES = ['Dreamy', 'Creative', 'Mystic', 'Artistic', 'Cosmic', 'Fantasy', 'Magical', 'Wonder']
const NOUNS = ['Artist', 'Creator', 'Muse', 'Dreamer', 'Vision', 'Spirit', 'Mind', 'Soul']
/** The first words are in most prompts, the last ones in few. */
export const WORDS = [
  'light',
  'detailed',
  'misty',
  'mountain',
  'forest',
  'golden',
  'sea',
  'city',
  'night',
  'portrait',
  'dramatic',
  'castle',
  'winter',
  'storm',
  'ancient',
  'garden',
  'desert',
  'neon',
  'dragon',
  'harbour',
  'meadow',
  'lantern',
  ...Array.from({ length: 1_500 }, (_, n) => `motif${n}`),
]

/**
 * Stores a gallery: public images of creators with 100 each, a second apart, with prompts of 15 words. It builds the word
 * index at the end and writes everything else row by row.
 * @param count images
 */
export function storeImages(databaseUrl: string, count: number): Promise<void> {
  return onDatabase(databaseUrl, async (client) => {
    await client.query('select setseed(0.25)')
    await client.query(
      `with made as (
         insert into account (id, name, email) select uuidv7(), 'Creator ' || n, 'creator' || n || '@bench.example.com'
         from generate_series(1, $1::int) n returning id, name)
       insert into profile (account_id, username, created_at)
       select id, ($2::text[])[n % 8 + 1] || ($3::text[])[n / 8 % 8 + 1] || n, now()
       from (select id, substring(name from 9)::int as n from made) m`,
      [Math.ceil(count / OF_ONE_CREATOR), ADJECTIVES, NOUNS],
    )
    await client.query('drop index shown_image_by_word')
    await client.query('alter table image disable trigger image_shown_first')
    for (let from = 0; from < count; from += AT_ONCE) await storeSome(client, from, Math.min(count, from + AT_ONCE) - 1)
    await client.query('alter table image enable trigger image_shown_first')
    await client.query('create index shown_image_by_word on shown_image using gin (words) with (fastupdate = off)')
    for (const table of ['account', 'profile', 'generation', 'image', 'shown_image'])
      await client.query(`vacuum analyze ${table}`)
  })
}

async function storeSome(client: pg.Client, from: number, to: number) {
  await client.query('begin')
  await client.query(
    `create temporary table creator on commit drop as
     select account_id, row_number() over (order by account_id) - 1 as n, count(*) over () as of_all
     from profile where username ~ '[0-9]$'`,
  )
  await client.query('create unique index on creator (n)')
  await client.query(
    `create temporary table made on commit drop as
     select uuidv7() as id, uuidv7() as generation_id, g.n, c.account_id, words.prompt,
       timestamptz '2026-01-01' + g.n * interval '1 second' + random() * interval '1 second' as created_at
     from generate_series($1::int, $2::int) g (n)
       join creator c on c.n = g.n::bigint * 7919 % (select max(of_all) from creator),
       lateral (select string_agg(($3::text[])[floor(power(random(), 3) * cardinality($3::text[]))::int + 1], ' ') as prompt
         from generate_series(1, 15 + 0 * g.n)) words`,
    [from, to, WORDS],
  )
  for (const statement of fill) await client.query(statement)
  await client.query('commit')
}

const fill = [
  `insert into generation (id, account_id, prompt, style, filter, seed, count, restore_faces, engine, status, progress,
     created_at, finished_at)
   select generation_id, account_id, prompt, 'Cinematic', 'Default', n, 1, false, 'local', 'succeeded', 100, created_at,
     created_at from made`,
  `insert into image (id, account_id, generation_id, number, visibility, prompt, negative_prompt, style, filter, seed,
     engine, model, used_params, width, height, thumbhash, look, sha256, created_at)
   select id, account_id, generation_id, 0, 'public', prompt, '', 'Cinematic', 'Default', n, 'local', 'procedural/1',
     jsonb_build_object('prompt', prompt, 'negative_prompt', '', 'style', 'Cinematic', 'filter', 'Default',
       'filter_strength', 100, 'seed', n, 'image_size', '512x512', 'restore_faces', false, 'engine', 'local',
       'model', 'procedural/1', 'label', 'Procedural artwork - drawn by code, not an AI model',
       'used_words', to_jsonb(string_to_array(prompt, ' ')), 'unused_words', '[]'::jsonb),
     512, 512, 'HBkSHYSIeHiPiHh8eJd4eTN0EEQG', 'lookof' || md5(n::text), md5(n::text) || md5(id::text), created_at
   from made`,
  `insert into shown_image (image_id, account_id, created_at, words)
   select id, account_id, created_at, prompt_words(prompt) from made`,
]
