import { type Font, openSync } from 'fontkit'
import sharp from 'sharp'
import { answerInBackground } from '../../platform/background-thread.ts'
import { ROBOTO } from '../../platform/fonts.ts'
import { PREVIEW } from '../share/domain.ts'
import type { PreviewCard } from '../share/ports.ts'

// Letters are drawn as outlines of our own font, so installed fonts do not matter.
const fontOf = (file: string) => openSync(file) as Font
const FONTS = { regular: fontOf(ROBOTO.regular), medium: fontOf(ROBOTO.medium) }

const { width: WIDTH, height: HEIGHT } = PREVIEW
const LEFT = 64
const ROOM = WIDTH - 2 * LEFT

type Line = { text: string; font: keyof typeof FONTS; size: number; smallest: number; fill: string; y: number }

async function draw({ card, mark }: { card: PreviewCard; mark: string }): Promise<Uint8Array> {
  const ground = card.photo
    ? sharp(card.photo).resize({ ...PREVIEW, fit: 'cover', position: 'centre' })
    : sharp(Buffer.from(svg(EMPTY_GROUND)))
  return ground
    .flatten({ background: '#ffffff' })
    .composite([{ input: Buffer.from(svg(layerOf(card))) }])
    .withExif({ IFD0: { ImageDescription: mark } })
    .jpeg({ quality: 84 })
    .toBuffer()
}

answerInBackground(draw)

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${inside}</svg>`

/** Lays out the brand at the top and, from the bottom up, price and facts, place, and street. */
function layerOf({ photo, street, place, price, facts, invitation }: PreviewCard): string {
  const detail = [price, ...facts].filter(Boolean).join('   ·   ')
  const lines: Line[] = [
    { text: street, font: 'medium', size: 68, smallest: 44, fill: '#ffffff', y: detail ? 478 : 530 },
    { text: place, font: 'regular', size: 36, smallest: 26, fill: '#e9efec', y: detail ? 530 : 582 },
    { text: detail, font: 'medium', size: 34, smallest: 22, fill: '#9be3cb', y: 582 },
  ]
  return [
    photo ? SHADE : '',
    `<g transform="translate(${LEFT} 48)"><rect width="352" height="72" rx="20" fill="#fff"/><g transform="translate(14 14) scale(1.375)">${MARK}</g>`,
    outline({ text: 'ShowingBooker', font: 'medium', size: 34, smallest: 34, fill: '#1c1b18', y: 48 }, 72),
    '</g>',
    outline(
      {
        text: invitation,
        font: 'medium',
        size: 28,
        smallest: 20,
        fill: '#9be3cb',
        y: detail ? 396 : 448,
      },
      LEFT,
    ),
    ...lines.map((line) => outline(line, LEFT)),
  ].join('')
}

/** Draws a line as outlines. It shrinks a line that is too long, and then cuts it with an ellipsis. */
function outline({ text, font: name, size, smallest, fill, y }: Line, x: number): string {
  const font = FONTS[name]
  let glyphs = [...text]
    .filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) as number))
    .join('')
    .trim()
  const widthAt = (words: string, at: number) => (font.layout(words).advanceWidth / font.unitsPerEm) * at
  let at = size
  while (at > smallest && widthAt(glyphs, at) > ROOM) at -= 2
  while (glyphs.length > 1 && widthAt(glyphs, at) > ROOM) glyphs = `${glyphs.replace(/.…?$/u, '').trimEnd()}…`
  const run = font.layout(glyphs)
  const scale = at / font.unitsPerEm
  let pen = 0
  const paths = run.glyphs.map((glyph, index) => {
    const position = run.positions[index]
    const path = `<path transform="translate(${pen + (position?.xOffset ?? 0)} 0)" d="${glyph.path.toSVG()}"/>`
    pen += position?.xAdvance ?? glyph.advanceWidth
    return path
  })
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`
}

const SHADE = `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset=".25" stop-color="#06110d" stop-opacity="0"/>
<stop offset=".58" stop-color="#06110d" stop-opacity=".7"/><stop offset="1" stop-color="#06110d" stop-opacity=".94"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#s)"/>`

/** The mark of src/ui/mark.svg. */
const MARK = `<rect x="1" y="1" width="30" height="30" rx="9" fill="#0b6a57"/><path d="M8.5 31V14.5a7.5 7.5 0 0 1 15 0V31z" fill="#fff"/>
<path d="m12.5 19 2.5 2.6 4.7-5.2" fill="none" stroke="#0b6a57" stroke-width="2.75" stroke-linecap="round" stroke-linejoin="round"/>`

/** A street at night for a property without a photo. */
const EMPTY_GROUND = `<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#12705d"/><stop offset="1" stop-color="#06251d"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/><circle cx="1010" cy="132" r="54" fill="#f3e3b3" opacity=".9"/>
<g fill="#0a4438"><path d="M560 400V236l104-84 104 84v164z"/><path d="M768 400V190h150v210z"/><path d="M918 400V262l116-92 116 92v138z"/><rect x="470" y="372" width="730" height="28"/></g>
<g fill="#f6d98a"><rect x="600" y="272" width="38" height="46" rx="4"/><rect x="690" y="272" width="38" height="46" rx="4"/><rect x="800" y="224" width="32" height="40" rx="4"/><rect x="854" y="224" width="32" height="40" rx="4"/>
<rect x="800" y="300" width="32" height="40" rx="4"/><rect x="964" y="292" width="40" height="46" rx="4"/><path d="M1050 400v-70a26 26 0 0 1 52 0v70z"/></g>`
