import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import { FLYER_PHOTO } from '../features/share/domain.ts'
import type { FlyerToPrint } from './pdf-flyer.ts'

// pdfmake is CommonJS and exports one object: its types know no default export.
const require = createRequire(import.meta.url)
const pdfmake: typeof import('pdfmake') = require('pdfmake')

const INK = '#1c1b18'
const MUTED = '#605c54'
const ACCENT = '#0b6a57'
const MARGIN = 54

const fonts: { Roboto: { normal: string; bold: string; italics: string; bolditalics: string } } =
  require('pdfmake/fonts/Roboto.js')
const fontFiles = new Set(Object.values(fonts.Roboto))
pdfmake.setFonts(fonts)
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path))

/** How often the sheet is laid out again, each time with smaller letters of the street and less of the photo. */
const STEPS = 7

/** One sheet, however long the names of streets and people are. */
async function print(flyer: FlyerToPrint): Promise<Uint8Array> {
  for (let step = 0; ; step++) {
    const pdf = pdfmake.createPdf(layOut(flyer, step), { bufferPages: true })
    if (step === STEPS || (await pdf.getStream()).bufferedPageRange().count === 1) return pdf.getBuffer()
  }
}

const sizeOf = (street: string) => (street.length <= 26 ? 34 : street.length <= 44 ? 28 : 23)

parentPort?.on('message', async ({ id, input }: { id: number; input: FlyerToPrint }) => {
  try {
    parentPort?.postMessage({ id, result: await print(input) })
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) })
  }
})

function layOut(flyer: FlyerToPrint, step: number): TDocumentDefinitions {
  const { photo, street, place, price, facts, scan, terms, contact, footer } = flyer
  const streetSize = Math.max(12, sizeOf(street) - 3 * step)
  const photoHeight = FLYER_PHOTO.height - 30 * step
  // Where there is no photo the code has its room.
  const codeSize = photo || step > 0 ? 168 : 236
  const textSize = photo || step > 0 ? 9.5 : 12
  return {
    pageSize: 'LETTER',
    pageMargins: [MARGIN, 46, MARGIN, 50],
    // The file's id is made of these: the same flyer has the same bytes.
    info: {
      title: flyer.title,
      author: contact[0] ?? '',
      creator: 'ShowingBooker',
      producer: 'ShowingBooker',
      creationDate: new Date(flyer.changedAt),
    },
    language: 'en-US',
    displayTitle: true,
    defaultStyle: { font: 'Roboto', fontSize: 10.5, color: INK, lineHeight: 1.25 },
    footer: () => ({ text: footer, fontSize: 8, color: MUTED, alignment: 'center', margin: [MARGIN, 14, MARGIN, 0] }),
    content: [
      ...(photo
        ? [{ image: photo, cover: { width: FLYER_PHOTO.width, height: photoHeight, valign: 'center' } } as Content]
        : [{ canvas: [{ type: 'rect', x: 0, y: 0, w: FLYER_PHOTO.width, h: 5, color: ACCENT }] } as Content]),
      { text: breakable(street), fontSize: streetSize, bold: true, lineHeight: 1.08, margin: [0, 16, 0, 3] },
      { text: breakable(place), fontSize: 15, color: MUTED },
      {
        columns: [
          { width: 'auto', text: price ?? '', fontSize: 17, bold: true, color: ACCENT },
          { width: '*', text: facts.join('   ·   '), fontSize: 13, margin: [0, 3, 0, 0] },
        ],
        columnGap: price ? 18 : 0,
        margin: [0, 9, 0, 16],
      },
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: FLYER_PHOTO.width, y2: 0, lineWidth: 0.8, lineColor: '#d8d2c6' }] },
      {
        margin: [0, 16, 0, 0],
        columnGap: 26,
        columns: [
          { width: codeSize, svg: scan.svg, fit: [codeSize, codeSize] },
          {
            width: '*',
            stack: [
              { text: scan.heading, fontSize: 17, bold: true, color: ACCENT, lineHeight: 1.1 },
              { text: scan.text, fontSize: 11.5, margin: [0, 2, 0, 8] },
              ...terms.map(
                ({ heading, text }): Content => ({
                  text: [{ text: `${heading}. `, bold: true }, text],
                  fontSize: textSize,
                  margin: [0, 0, 0, 4],
                }),
              ),
            ],
          },
        ],
      },
      { text: breakable(scan.address), fontSize: 8.5, color: MUTED, margin: [0, 8, 0, 0] },
      ...(contact.length > 0
        ? [
            {
              text: [{ text: 'Questions? ', bold: true }, contact.map(breakable).join('  ·  ')],
              margin: [0, 10, 0, 0],
            } as Content,
          ]
        : []),
    ],
  }
}

/** A word longer than a line is broken where the zero-width spaces are: pdfmake would let it run off the sheet. */
const breakable = (text: string) => text.replace(/\S{24,}/g, (word) => (word.match(/.{1,12}/gu) ?? []).join('\u200b'))
