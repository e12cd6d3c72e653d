import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import { FLYER_PHOTO } from '../features/share/domain.ts'
import { answerInBackground } from '../platform/background-answer.ts'
import { ACCENT, bar, breakable, LINE, letterPaper, MUTED, onOneSheet } from '../platform/pdf-document.ts'
import type { FlyerToPrint } from './pdf-flyer.ts'

const MARGIN = 54

/** How often the sheet is laid out again, each time with smaller letters of the street and less of the photo. */
const STEPS = 7

/** One sheet, however long the names of streets and people are. */
answerInBackground((flyer: FlyerToPrint) => onOneSheet(layouts(flyer)))

function* layouts(flyer: FlyerToPrint) {
  for (let step = 0; step <= STEPS; step++) yield layOut(flyer, step)
}

const sizeOf = (street: string) => (street.length <= 26 ? 34 : street.length <= 44 ? 28 : 23)

function layOut(flyer: FlyerToPrint, step: number): TDocumentDefinitions {
  const { photo, street, place, price, facts, scan, terms, contact, footer } = flyer
  const streetSize = Math.max(12, sizeOf(street) - 3 * step)
  const photoHeight = FLYER_PHOTO.height - 30 * step
  // Where there is no photo the code has its room.
  const codeSize = photo || step > 0 ? 168 : 236
  const textSize = photo || step > 0 ? 9.5 : 12
  const about = { title: flyer.title, author: contact[0] ?? '', preparedAt: flyer.changedAt }
  return letterPaper(about, {
    fontSize: 10.5,
    pageMargins: [MARGIN, 46, MARGIN, 50],
    footer: () => ({ text: footer, fontSize: 8, color: MUTED, alignment: 'center', margin: [MARGIN, 14, MARGIN, 0] }),
    content: [
      ...(photo
        ? [{ image: photo, cover: { width: FLYER_PHOTO.width, height: photoHeight, valign: 'center' } } as Content]
        : [bar(FLYER_PHOTO.width, 5)]),
      { text: broken(street), fontSize: streetSize, bold: true, lineHeight: 1.08, margin: [0, 16, 0, 3] },
      { text: broken(place), fontSize: 15, color: MUTED },
      {
        columns: [
          { width: 'auto', text: price ?? '', fontSize: 17, bold: true, color: ACCENT },
          { width: '*', text: facts.join('   ·   '), fontSize: 13, margin: [0, 3, 0, 0] },
        ],
        columnGap: price ? 18 : 0,
        margin: [0, 9, 0, 16],
      },
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: FLYER_PHOTO.width, y2: 0, lineWidth: 0.8, lineColor: LINE }] },
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
      { text: broken(scan.address), fontSize: 8.5, color: MUTED, margin: [0, 8, 0, 0] },
      ...(contact.length > 0
        ? [
            {
              text: [{ text: 'Questions? ', bold: true }, contact.map(broken).join('  ·  ')],
              margin: [0, 10, 0, 0],
            } as Content,
          ]
        : []),
    ],
  })
}

/** Words that are wider than the sheet. */
const broken = (text: string) => breakable(text, 12, 24)
