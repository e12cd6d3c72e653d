import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { openImageEngine } from '../src/studio/area.ts'
import { IMAGE_SIZE, STYLES, type Style } from '../src/studio/studio/limits-domain.ts'

/**
 * Draws a small sample of each style into `public/icons/studio`: `node scripts/studio-samples.ts`.
 * `--check` writes nothing and fails if a picture is missing or outdated.
 */
const PROMPT = 'a lighthouse on a cliff above the sea at sunset, clouds'
const SEED = 7
/** In pixels. */
const SIZE = 128
const MOST_BYTES = 5000
const FOLDER = join(import.meta.dirname, '../public/icons/studio')
const isCheck = process.argv.includes('--check')

const engine = await openImageEngine({ name: 'local' })
const nameOf = (option: string) => option.toLowerCase().replace('+', '-plus').replaceAll(' ', '-')
const wrong: string[] = []

async function save(style: string, bytes: Uint8Array) {
  const file = join(FOLDER, `style-${nameOf(style)}.webp`)
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
for (const style of STYLES) await save(style, await draw(style))
await engine.close?.()
for (const file of wrong) console.error(`${file} differs from what we would draw now`)
process.exitCode = wrong.length > 0 ? 1 : 0
