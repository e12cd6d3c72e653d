import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { createImageProcessor, openImageEngine } from '../src/studio/area.ts'
import { DEFAULT_FILTER, FILTERS } from '../src/studio/image/domain.ts'
import { DEFAULT_STYLE, IMAGE_SIZE, STYLES, type Style } from '../src/studio/studio/limits-domain.ts'

/**
 * Draws every style and every filter on five prompts for review: `node scripts/contact-sheet.ts DIR [--seed 7] [prompt …]`
 * writes `styles.jpg` and `filters.jpg`, a row for each prompt, the columns in the order of the form.
 */
const PROMPTS = [
  'a quiet mountain lake at sunrise, mist',
  'neon city street in the rain at night',
  'portrait of a fox in a winter forest',
  'modern house by the sea at golden hour',
  'bowl of cherries on a wooden table',
]
const CELL = 256

const { positionals, values } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } })
const [folder = 'contact-sheets', ...asked] = positionals
const prompts = asked.length > 0 ? asked : PROMPTS
const seed = Number(values.seed ?? 7)
const engine = await openImageEngine({ name: 'local' })
const imageProcessor = createImageProcessor()

async function draw(prompt: string, style: Style) {
  const request = { prompt, negativePrompt: '', style, seed, size: IMAGE_SIZE, restoreFaces: false }
  const { bytes } = await engine.draw(request, { signal: AbortSignal.timeout(60_000), onProgress: () => undefined })
  return bytes
}

async function writeSheet(name: string, rows: Uint8Array[][]) {
  const cells = await Promise.all(
    rows.flatMap((row, top) =>
      row.map(async (bytes, left) => ({
        input: await sharp(bytes).resize(CELL, CELL).png().toBuffer(),
        top: top * CELL,
        left: left * CELL,
      })),
    ),
  )
  const size = { width: (rows[0]?.length ?? 0) * CELL, height: rows.length * CELL }
  const sheet = sharp({ create: { ...size, channels: 3, background: '#ffffff' } }).composite(cells)
  await writeFile(join(folder, name), await sheet.jpeg({ quality: 88 }).toBuffer())
  console.log(join(folder, name))
}

await mkdir(folder, { recursive: true })
const facts = { source: engine.source, label: engine.label, params: {} }
const styled: Uint8Array[][] = []
const filtered: Uint8Array[][] = []
for (const prompt of prompts) {
  const drawn = new Map<Style, Uint8Array>()
  for (const style of STYLES) drawn.set(style, await draw(prompt, style))
  styled.push([...drawn.values()])
  const look = { filter: DEFAULT_FILTER, strength: 0 }
  const plain = drawn.get(DEFAULT_STYLE) as Uint8Array
  const { original } = await imageProcessor.develop(plain, { size: IMAGE_SIZE, facts, look })
  const prints = FILTERS.map(async (filter) => {
    const { files } = await imageProcessor.print(original, { size: 512, facts, look: { filter, strength: 100 } })
    return files.find(({ name }) => name === 'full.png')?.bytes ?? original
  })
  filtered.push(await Promise.all(prints))
}
await writeSheet('styles.jpg', styled)
await writeSheet('filters.jpg', filtered)
await Promise.all([engine.close?.(), imageProcessor.close()])
