import { randomBytes } from 'node:crypto'
import { query } from './data.ts'

/** Returns a word that no other prompt has. */
export const rareWord = () => `w${randomBytes(5).toString('hex')}`

/** Creates a creator with public images that have no files, newest first. @returns the name, and the images' ids */
export async function storeCreator(
  images: number,
  prompt = 'A lake at dawn',
): Promise<{ name: string; ids: string[] }> {
  const name = `Maker_${randomBytes(5).toString('hex')}`
  await query(
    `with made as (insert into account (id, name, email) values (gen_random_uuid(), $1, lower($1) || '@example.com') returning id)
     insert into profile (account_id, username) select id, $1 from made`,
    [name],
  )
  return { name, ids: await storeImages(name, images, prompt) }
}

/** Adds images that are newer than all before. */
export async function storeImages(
  name: string,
  count: number,
  prompt: string,
  visibility: 'public' | 'private' = 'public',
): Promise<string[]> {
  const rows = await query(
    `with made as (
       select gen_random_uuid() as id, gen_random_uuid() as generation_id, n, p.account_id, now() + n * interval '1 millisecond' as at
       from profile p, generate_series(1, $2::int) n where p.username = $1),
     generations as (
       insert into generation (id, account_id, prompt, style, filter, seed, count, restore_faces, engine, status, created_at, finished_at)
       select generation_id, account_id, $3, 'Cinematic', 'Default', 7, 1, false, 'local', 'succeeded', at, at from made)
     insert into image (id, account_id, generation_id, number, visibility, prompt, negative_prompt, style, filter, seed,
       engine, model, used_params, width, height, thumbhash, look, sha256, created_at)
     select id, account_id, generation_id, 0, $4, $3, '', 'Cinematic', 'Default', 7, 'local', 'procedural/1',
       jsonb_build_object('prompt', $3::text, 'negative_prompt', '', 'style', 'Cinematic', 'filter', 'Default',
         'filter_strength', 100, 'seed', 7, 'image_size', '512x512', 'restore_faces', true, 'ignored', jsonb_build_array('restore_faces'), 'engine', 'local',
         'model', 'procedural/1', 'label', 'Procedural artwork - drawn by code, not an AI model',
         'used_words', '[]'::jsonb, 'unused_words', '[]'::jsonb),
       512, 512, 'HBkSHYSIeHiPiHh8eJd4eTN0EEQG', 'lookof' || md5(id::text), md5(id::text), at
     from made returning id, created_at`,
    [name, count, prompt, visibility],
  )
  return rows.toSorted((a, b) => Number(b.created_at) - Number(a.created_at)).map(({ id }) => id as string)
}
