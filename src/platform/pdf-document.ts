import { createRequire } from 'node:module'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'

// pdfmake is CommonJS and exports one object: its types know no default export.
const require = createRequire(import.meta.url)
const pdfmake: typeof import('pdfmake') = require('pdfmake')

const fonts: { Roboto: { normal: string; bold: string; italics: string; bolditalics: string } } =
  require('pdfmake/fonts/Roboto.js')
const fontFiles = new Set(Object.values(fonts.Roboto))
pdfmake.setFonts(fonts)
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path))

export const INK = '#1c1b18'
export const MUTED = '#605c54'
export const LINE = '#d8d2c6'
export const SHADE = '#f2efe9'
export const ACCENT = '#0b6a57'

/** What a file says of itself. Its id is made of these: the same words have the same bytes. */
type About = { title: string; subject?: string; author?: string; preparedAt: string }
type Layout = { fontSize: number; lineHeight?: number } & Omit<TDocumentDefinitions, 'info' | 'defaultStyle'>

/** Letter paper in our colours. Fonts come with pdfmake; nothing is loaded. */
export const letterPaper = ({ preparedAt, ...about }: About, layout: Layout): TDocumentDefinitions => {
  const { fontSize, lineHeight = 1.25, ...rest } = layout
  return {
    pageSize: 'LETTER',
    info: { ...about, creator: 'ShowingBooker', producer: 'ShowingBooker', creationDate: new Date(preparedAt) },
    language: 'en-US',
    displayTitle: true,
    defaultStyle: { font: 'Roboto', fontSize, color: INK, lineHeight },
    ...rest,
  }
}

/** The bar at the head of a paper. @param width in points */
export const bar = (width: number, height = 3): Content => ({
  canvas: [{ type: 'rect', x: 0, y: 0, w: width, h: height, color: ACCENT }],
})

export const pdfOf = (definition: TDocumentDefinitions): Promise<Uint8Array> =>
  pdfmake.createPdf(definition).getBuffer()

/** The first of these layouts that takes one sheet, or the last: each is laid out with less. */
export async function onOneSheet(layouts: Iterable<TDocumentDefinitions>): Promise<Uint8Array> {
  let pdf: ReturnType<typeof pdfmake.createPdf> | undefined
  for (const layout of layouts) {
    pdf = pdfmake.createPdf(layout, { bufferPages: true })
    if ((await pdf.getStream()).bufferedPageRange().count === 1) break
  }
  if (!pdf) throw new RangeError('there is nothing to print')
  return pdf.getBuffer()
}

/**
 * A word that is wider than its column would run off the sheet or into the next one: it may break after so many letters.
 * @param from words with fewer letters stay whole
 */
export const breakable = (text: string, letters: number, from = letters + 1) =>
  text.replace(new RegExp(`\\S{${from},}`, 'gu'), (word) =>
    word.replace(new RegExp(`.{${letters}}(?=.)`, 'gu'), '$&\u200b'),
  )
