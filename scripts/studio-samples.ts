import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { openEngine } from '../src/compose-studio.ts'
import { openDarkroom } from '../src/compose-vendors.ts'
import { DEFAULT_FILTER, FILTERS } from '../src/features/image/domain.ts'
import { DEFAULT_STYLE, IMAGE_SIZE, STYLES, type Style } from '../src/features/studio/domain.ts'

/**
 * The little pictures of what each style and filter does, into `public/icons/studio`: `node scripts/studio-samples.ts`.
 * With `--check` nothing is written; it fails where a picture is missing or would be another one.
 */
const PROMPT = 'a lighthouse on a cliff above the sea at sunset, clouds'
const SEED = 7
/** In pixels. */
const SIZE = 128
const MOST_BYTES = 5000
const FOLDER = join(import.meta.dirname, '../public/icons/studio')
const isCheck = process.argv.includes('--check')

const engine = await openEngine({ name: 'local' })
const darkroom = openDarkroom()
const nameOf = (option: string) => option.toLowerCase().replace('+', '-plus').replaceAll(' ', '-')
const wrong: string[] = []

async function save(kind: 'style' | 'filter', option: string, bytes: Uint8Array) {
  const file = join(FOLDER, `${kind}-${nameOf(option)}.webp`)
  const at = (quality: number) => sharp(bytes).resize(SIZE, SIZE).webp({ quality, effort: 6 }).toBuffer()
  let small = await at(72)
  for (let quality = 64; quality > 20 && small.length > MOST_BYTES; quality -= 8) small = await at(quality)
  if (!isCheck) await writeFile(file, small)
  else if (!small.equals(await readFile(file).catch(() => Buffer.alloc(0)))) wrong.push(file)
}

async function draw(style: Style) {
  const asked = { prompt: PROMPT, negativePrompt: '', style, seed: SEED, size: IMAGE_SIZE, restoreFaces: false }
  const { bytes } = await engine.draw(asked, { signal: AbortSignal.timeout(60_000), onProgress: () => undefined })
  return bytes
}

await mkdir(FOLDER, { recursive: true })
for (const style of STYLES) await save('style', style, await draw(style))
const facts = { source: engine.source, label: engine.label, params: {} }
const plain = { filter: DEFAULT_FILTER, strength: 0 }
const { original } = await darkroom.develop(await draw(DEFAULT_STYLE), { size: IMAGE_SIZE, facts, look: plain })
for (const filter of FILTERS) {
  const { files } = await darkroom.print(original, { size: 512, facts, look: { filter, strength: 100 } })
  const full = files.find(({ name }) => name === 'full.png')
  if (full) await save('filter', filter, full.bytes)
}
await Promise.all([engine.close?.(), darkroom.close()])
for (const file of wrong) console.error(`${file} is not what would be drawn now`)
process.exitCode = wrong.length > 0 ? 1 : 0
