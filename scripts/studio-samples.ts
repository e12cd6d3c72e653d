import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'

/**
 * The little pictures of the studio's styles and filters, drawn by the product itself: `node scripts/studio-samples.ts
 * http://127.0.0.1:3000 --email … --password … --code …`, with the local engine. Their account needs credits for 15
 * images.
 */
const PROMPT = 'a lighthouse on a cliff above the sea at sunset, clouds'
const SEED = 7
/** In pixels: twice what a form shows. */
const SIZE = 176
const FOLDER = join(import.meta.dirname, '../public/icons/studio')

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { email: { type: 'string' }, password: { type: 'string' }, code: { type: 'string' } },
})
const origin = positionals[0] ?? 'http://127.0.0.1:3000'
let cookies: string[] = []

async function call(method: string, path: string, body?: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin, cookie: cookies.join('; ') }
  const answer = await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  cookies = [...cookies, ...answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')]
  return answer
}

async function save(kind: 'style' | 'filter', option: string, imageUrl: string) {
  const name = option.toLowerCase().replace('+', '-plus').replaceAll(' ', '-')
  const bytes = await (await call('GET', imageUrl)).arrayBuffer()
  const small = await sharp(bytes).resize(SIZE, SIZE).webp({ quality: 72, effort: 6 }).toBuffer()
  await writeFile(join(FOLDER, `${kind}-${name}.webp`), small)
}

await mkdir(FOLDER, { recursive: true })
await call('POST', '/api/auth/sign-in/email', { email: values.email, password: values.password })
await call('POST', '/studio/age', { isAdult: true })
await call('POST', '/api/access/create', { code: values.code })
const { styles, filters, default_filter } = await (await call('GET', '/studio/engine')).json()
let first: { id: string; imageUrl: string } | undefined
for (const style of styles) {
  const asked = { prompt: PROMPT, style, filter: default_filter, seed: SEED }
  const drawn = await (await call('POST', '/generate-image', asked)).json()
  await save('style', style, drawn.imageUrl)
  first ??= drawn
}
for (const filter of filters) {
  const shown = await (await call('PATCH', `/images/${first?.id}/look`, { filter })).json()
  await save('filter', filter, shown.image_url)
}
