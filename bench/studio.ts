// The image studio: what the local engine draws, the cost of showing a stored drawing, and how fast the server sends its files.

import sharp from 'sharp'
import { createImageProcessor, openImageEngine } from '../src/studio/area.ts'
import { DEFAULT_FILTER, FILTERS, type Filter, RENDITION_WIDTHS } from '../src/studio/image/domain.ts'
import { IMAGE_SIZE, STYLES } from '../src/studio/studio/limits-domain.ts'
import { answerOf, startBytesServer } from './support/bytes-server.ts'
import { type GetResult, loadGets, loadName } from './support/get-load.ts'
import { startProduct } from './support/product.ts'
import { goal, note, ratio, spreadCells, table, title } from './support/report.ts'
import { interleave, plan, quantile, sorted, spreadOf } from './support/rounds.ts'

const PROMPTS = [
  'a lighthouse on a cliff at dawn, calm sea',
  'a city at night in the rain, neon lights',
  'snowy mountains above a forest, full moon',
  'a desert with two camels, hot noon',
  'a portrait of an old sailor, warm light',
]
/** As many at once as one person may have in progress. */
const AT_ONCE = 2
const CONNECTIONS = 16

title('studio', `${IMAGE_SIZE} by ${IMAGE_SIZE} pixels, load by ${loadName}`)

const engine = await openImageEngine({ name: 'local' })
const signal = new AbortController().signal
let drawn = 0
const draw = () => {
  const prompt = PROMPTS[drawn % PROMPTS.length] as string
  const style = STYLES[drawn % STYLES.length] as (typeof STYLES)[number]
  const request = { prompt, style, negativePrompt: '', seed: drawn++, size: IMAGE_SIZE, restoreFaces: true }
  return engine.draw(request, { signal, onProgress: () => undefined })
}

/** The rate per second, and how long each took. */
async function busy(work: () => Promise<unknown>, { seconds = plan.seconds, atOnce = AT_ONCE } = {}) {
  const took: number[] = []
  const begun = performance.now()
  const end = begun + seconds * 1000
  const worker = async () => {
    while (performance.now() < end) {
      const start = performance.now()
      await work()
      took.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { perSecond: (took.length * 1000) / (performance.now() - begun), took }
}
type Busy = Awaited<ReturnType<typeof busy>>
const row = (name: string, results: Busy[]) => {
  const took = sorted(results.flatMap((result) => result.took))
  const shares = [0.5, 0.99].map((share) => `${quantile(took, share).toFixed(0)} ms`)
  return [name, ...spreadCells(spreadOf(results.map(({ perSecond }) => perSecond))), ...shares]
}
const head = ['a second', 'min', 'median', 'max', 'p50', 'p99']

const { bytes: drawing } = await draw()
const { drawings } = await interleave({ drawings: () => busy(draw, { atOnce: engine.concurrency }) })
note(`\nDrawn by the local engine, ${engine.concurrency} at a time, every style in turn`)
table(head, [row('images', drawings)])

const imageProcessor = createImageProcessor()
const facts = { source: engine.source, label: engine.label, params: { prompt: PROMPTS[0], seed: 0 } }
const plain = { filter: DEFAULT_FILTER, strength: 100 }
const { original } = await imageProcessor.develop(drawing, { size: IMAGE_SIZE, facts, look: plain })
const print = (filter: Filter) => imageProcessor.print(original, { size: 512, facts, look: { filter, strength: 100 } })

/** Makes the same files with sharp alone: no thread, check, hash, metadata, or filter. */
async function bare({ withPng }: { withPng: boolean }) {
  const { data, info } = await sharp(original).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixels = sharp(data, { raw: info })
  await Promise.all([
    withPng && pixels.clone().png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer(),
    ...RENDITION_WIDTHS.flatMap((width) => {
      const sized = width === info.width ? pixels : pixels.clone().resize(width)
      return [sized.clone().avif({ quality: 58, effort: 2 }), sized.clone().webp({ quality: 82, effort: 4 })]
    }).map((rendition) => rendition.toBuffer()),
  ])
}

await Promise.all([print(DEFAULT_FILTER), bare({ withPng: false })])
const shown = await interleave({
  ours: () => busy(() => print(DEFAULT_FILTER)),
  same: () => busy(() => bare({ withPng: false })),
  filtered: () => busy(() => print('Analog')),
  withPng: () => busy(() => bare({ withPng: true })),
})
note(
  `\nA stored drawing shown: decoded once, ${RENDITION_WIDTHS.length} AVIF, ${RENDITION_WIDTHS.length} WebP, thumbhash, SHA-256; ${AT_ONCE} at a time`,
)
table(head, [
  row('the product, as drawn', shown.ours),
  row('sharp alone, the same files', shown.same),
  row('the product, through Analog, and its PNG', shown.filtered),
  row('sharp alone, the same files, no filter', shown.withPng),
])
const rates = (results: Busy[]) => results.map(({ perSecond }) => perSecond)
const { value, words } = ratio(rates(shown.ours), rates(shown.same))
note(`  ${words}`)
goal('as drawn, compared with sharp alone', value, { atLeast: 0.9 })
const filtered = ratio(rates(shown.filtered), rates(shown.withPng))
note(`  through a filter: ${filtered.words}`)

const times: [string, number][] = []
for (const filter of FILTERS) {
  const begun = performance.now()
  for (let n = 0; n < 3; n++) await print(filter)
  times.push([filter, (performance.now() - begun) / 3])
}
note(`  one after the other, ms each: ${times.map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(', ')}`)
await Promise.all([imageProcessor.close(), engine.close?.()])

await using product = await startProduct()
const file = await publicFile(product.url)
const answer = await answerOf(file, {})
using same = await startBytesServer(answer)
const load = (url: string, seconds = plan.seconds) => loadGets({ url, connections: CONNECTIONS, seconds })
await load(file, 1)
const sent = await interleave({ ours: () => load(file), same: () => load(same.url) })
note(
  `\nA public rendition, requested each time, ${answer.body.length.toLocaleString('en-US')} bytes, ${CONNECTIONS} connections`,
)
const sentRow = (name: string, results: GetResult[]) => [
  name,
  ...spreadCells(spreadOf(results.map(({ perSecond }) => perSecond))),
  ...(['p50', 'p99'] as const).map((share) => `${spreadOf(results.map((one) => one[share])).median.toFixed(2)} ms`),
]
table(head, [sentRow('the product', sent.ours), sentRow('node:http, the same headers and bytes', sent.same)])
goal('p99 of a file that we check', spreadOf(sent.ours.map(({ p99 }) => p99)).median, { atMost: 25 }, ' ms')

/** Returns the address of a public image. */
async function publicFile(url: string): Promise<string> {
  const headers: Record<string, string> = { origin: url, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body: object) => {
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0])
    if (cookies.length > 0) headers.cookie = cookies.join('; ')
    return (await response.json()) as { id: string; renditions: { webp: Record<string, string> } }
  }
  const email = 'painter@people.example.com'
  await call('POST', '/api/auth/sign-up/email', { email, password: 'a long password here', name: 'Painter' })
  await call('POST', '/create-user', { username: 'Painter' })
  await call('POST', '/studio/age', { isAdult: true })
  const { id } = await call('POST', '/generate-image', { prompt: PROMPTS[0] })
  const image = await call('PATCH', `/images/${id}/visibility`, { visibility: 'public' })
  return url + image.renditions.webp['512']
}
