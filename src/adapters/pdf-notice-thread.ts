import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import type { Content, TableLayout, TDocumentDefinitions } from 'pdfmake/interfaces'
import type { NoticeToEnter } from '../features/notification/ports.ts'

// pdfmake is CommonJS and exports one object: its types know no default export.
const require = createRequire(import.meta.url)
const pdfmake: typeof import('pdfmake') = require('pdfmake')

const SMALLEST = 7.5
const INK = '#1c1b18'
const MUTED = '#605c54'
const LINE = '#d8d2c6'
const ACCENT = '#0b6a57'

const fonts: { Roboto: { normal: string; bold: string; italics: string; bolditalics: string } } =
  require('pdfmake/fonts/Roboto.js')
const fontFiles = new Set(Object.values(fonts.Roboto))
pdfmake.setFonts(fonts)
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path))

/** Letter paper, one sheet: where the words are many the letters get smaller, within reason. Fonts come with pdfmake; nothing is loaded. */
async function print(notice: NoticeToEnter): Promise<Uint8Array> {
  let size = notice.deliveryOptions.length > 0 ? 9.5 : 10.5
  let pdf = pdfmake.createPdf(layOut(notice, size), { bufferPages: true })
  while (size > SMALLEST && (await pdf.getStream()).bufferedPageRange().count > 1) {
    size -= 1
    pdf = pdfmake.createPdf(layOut(notice, size), { bufferPages: true })
  }
  return pdf.getBuffer()
}

parentPort?.on('message', async ({ id, input }: { id: number; input: NoticeToEnter }) => {
  try {
    parentPort?.postMessage({ id, result: await print(input) })
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) })
  }
})

function layOut(notice: NoticeToEnter, fontSize: number): TDocumentDefinitions {
  return {
    pageSize: 'LETTER',
    pageMargins: [64, 52, 64, 58],
    // The file's id is made of these: the same notice has the same bytes.
    info: {
      title: notice.title,
      subject: notice.facts.map((fact) => `${fact.label}: ${fact.value}`).join('; '),
      author: notice.givenBy[0] ?? '',
      creator: 'ShowingBooker',
      producer: 'ShowingBooker',
      creationDate: new Date(notice.preparedAt),
    },
    language: 'en-US',
    displayTitle: true,
    defaultStyle: { font: 'Roboto', fontSize, color: INK, lineHeight: 1.25 },
    footer: () => ({ text: notice.footer, fontSize: 8, color: MUTED, alignment: 'center', margin: [64, 20, 64, 0] }),
    content: [
      { canvas: [{ type: 'rect', x: 0, y: 0, w: 484, h: 3, color: ACCENT }] },
      ...(notice.sender.length > 0
        ? [{ text: `From: ${notice.sender.join(', ')}`, fontSize: 8.5, color: MUTED, margin: [0, 8, 0, 0] } as Content]
        : []),
      { text: notice.title, fontSize: fontSize * 2, bold: true, lineHeight: 1.1, margin: [0, 14, 0, 12] },
      {
        columns: [
          party('To', notice.addressee),
          ...(notice.givenBy.length > 0 ? [party('Given by', notice.givenBy)] : []),
        ],
        columnGap: 24,
        margin: [0, 0, 0, 14],
      },
      {
        table: { widths: ['auto', '*'], body: notice.facts.map(factRow) },
        layout: RULED,
        margin: [0, 0, 0, 10],
      },
      ...notice.paragraphs.flatMap(({ heading, text }): Content[] => [
        ...(heading ? [{ text: heading, bold: true, margin: [0, 5, 0, 1] } as Content] : []),
        { text, margin: [0, 0, 0, 4] },
      ]),
      ...(notice.deliveryOptions.length > 0 ? [deliveryBox(notice.deliveryOptions, fontSize)] : []),
    ],
  }
}

const party = (label: string, lines: string[]): Content => ({
  stack: [
    { text: label, fontSize: 8.5, color: MUTED },
    ...lines.map((line, index) => ({ text: line, bold: index === 0 })),
  ],
})

const factRow = ({ label, value }: { label: string; value: string }): Content[] => [
  { text: label, color: MUTED },
  { text: value, bold: true },
]

const RULED: TableLayout = {
  hLineWidth: () => 0.6,
  vLineWidth: () => 0,
  hLineColor: () => LINE,
  paddingLeft: (column) => (column === 0 ? 0 : 18),
  paddingRight: () => 0,
  paddingTop: () => 4,
  paddingBottom: () => 3,
}

function deliveryBox(options: string[], fontSize: number): Content {
  return {
    unbreakable: true,
    margin: [0, 10, 0, 0],
    table: {
      widths: ['*'],
      body: [
        [
          {
            stack: [
              {
                text: 'Delivery, filled in by the person who hands this notice over',
                bold: true,
                margin: [0, 0, 0, 4],
              },
              ...options.map(
                (option): Content => ({
                  columns: [
                    { width: 16, canvas: [{ type: 'rect', x: 0, y: 2, w: 8, h: 8, lineWidth: 0.8, lineColor: INK }] },
                    { width: '*', text: option },
                  ],
                  margin: [0, 1, 0, 1],
                }),
              ),
              {
                columns: [blank('Date and time', fontSize), blank('Name', fontSize), blank('Signature', fontSize)],
                columnGap: 16,
              },
            ],
          },
        ],
      ],
    },
    layout: {
      hLineWidth: () => 0.8,
      vLineWidth: () => 0.8,
      hLineColor: () => LINE,
      vLineColor: () => LINE,
      paddingLeft: () => 12,
      paddingRight: () => 12,
      paddingTop: () => 9,
      paddingBottom: () => 9,
    },
  }
}

const blank = (label: string, fontSize: number): Content => ({
  stack: [
    {
      canvas: [{ type: 'line', x1: 0, y1: fontSize * 2, x2: 140, y2: fontSize * 2, lineWidth: 0.6, lineColor: MUTED }],
    },
    { text: label, fontSize: 8, color: MUTED, margin: [0, 2, 0, 0] },
  ],
})
