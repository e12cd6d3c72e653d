import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Font, openSync } from 'fontkit'
import sharp from 'sharp'
import { ROBOTO } from '../src/platform/fonts.ts'

const root = resolve(import.meta.dirname, '..')
const GREEN = '#0b6a57'

// Letters are outlines of the product's font, so installed fonts do not matter.

const mark = readFileSync(join(root, 'src/ui/mark.svg'), 'utf8')
const inside = (svg: string) => svg.replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$/g, '')

/** The doorway alone, on a background to every edge, because systems round the corners themselves. @param size of the drawing, 0 to 1 */
const onGround = (size: number) => {
  const at = 16 - 16 * size
  // Its step reaches the lower edge.
  const doorway = `${inside(mark).replace(/<rect[^>]*\/>/, '')}<rect x="8.5" y="30" width="15" height="12" fill="#fff"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${GREEN}"/>
    <svg x="${at}" y="${at}" width="${32 * size}" height="${32 * size}" viewBox="0 0 32 32" overflow="visible">${doorway}</svg></svg>`
}

const png = (svg: string, width: number, height = width) =>
  sharp(Buffer.from(svg), { density: 600 })
    .resize(width, height, { fit: 'fill' })
    .png({ compressionLevel: 9, palette: width < 1000, effort: 10 })
    .toBuffer()

/** Packs PNG pictures into an ICO file (the format since Windows Vista, which every browser reads). */
function ico(pictures: { size: number; bytes: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, { size, bytes }] of pictures.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(bytes.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += bytes.length
  }
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)])
}

function words(
  text: string,
  { font, size, fill, x, y }: { font: keyof typeof ROBOTO; size: number; fill: string; x: number; y: number },
) {
  const face = openSync(ROBOTO[font]) as Font
  const run = face.layout(text)
  let pen = 0
  const paths = run.glyphs.map((glyph, index) => {
    const path = `<path transform="translate(${pen} 0)" d="${glyph.path.toSVG()}"/>`
    pen += run.positions[index]?.xAdvance ?? glyph.advanceWidth
    return path
  })
  const scale = size / face.unitsPerEm
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`
}

/** The picture that social networks show next to a link to one of our pages. */
const card = () => `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
  <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#12705d"/><stop offset="1" stop-color="#06251d"/></linearGradient></defs>
  <rect width="1200" height="630" fill="url(#g)"/>
  <svg x="800" y="150" width="480" height="480" viewBox="0 0 32 32" opacity=".16"><path d="M8.5 32V14.5a7.5 7.5 0 0 1 15 0V32z" fill="#fff"/></svg>
  <g transform="translate(80 84)"><rect width="352" height="72" rx="20" fill="#fff"/><g transform="translate(14 14) scale(1.375)">${inside(mark)}</g></g>
  ${words('ShowingBooker', { font: 'medium', size: 34, fill: '#1c1b18', x: 154, y: 132 })}
  ${words('Private showings,', { font: 'medium', size: 92, fill: '#ffffff', x: 80, y: 318 })}
  ${words('booked in minutes.', { font: 'medium', size: 92, fill: '#ffffff', x: 80, y: 424 })}
  ${words('A flat $25 a visit. Agents and owners pay nothing.', { font: 'regular', size: 38, fill: '#9be3cb', x: 80, y: 520 })}
</svg>`

/** Draws every product picture from src/ui/mark.svg, by its path in `public`. */
export async function drawIcons(): Promise<Record<string, Buffer>> {
  const small = await Promise.all([16, 32, 48].map(async (size) => ({ size, bytes: await png(mark, size) })))
  return {
    'favicon.ico': ico(small),
    'apple-touch-icon.png': await png(onGround(1), 180),
    'icons/favicon.svg': Buffer.from(mark),
    'icons/icon-192.png': await png(mark, 192),
    'icons/icon-512.png': await png(mark, 512),
    'icons/maskable-512.png': await png(onGround(0.8), 512),
    'icons/card.png': await png(card(), 1200, 630),
  }
}

if (import.meta.main)
  for (const [path, bytes] of Object.entries(await drawIcons())) {
    const file = join(root, 'public', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
    console.log(`${path} ${bytes.length}`)
  }
