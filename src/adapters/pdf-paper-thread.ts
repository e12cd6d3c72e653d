import type { Column, Content, TableCell, TableLayout, TDocumentDefinitions } from 'pdfmake/interfaces'
import type { Paper, PaperPart } from '../features/proof/ports.ts'
import { answerInBackground } from '../platform/background-answer.ts'
import { bar, breakable, INK, LINE, letterPaper, MUTED, pdfOf, SHADE } from '../platform/pdf-document.ts'

const MARGIN = 54
const WIDTH = 612 - 2 * MARGIN
const PICTURE_HEIGHT = 165

const broken = (text: string) => breakable(text, 16)

answerInBackground((paper: Paper) => pdfOf(layOut(paper)))

/** Letter paper, upright. */
function layOut(paper: Paper): TDocumentDefinitions {
  const about = { title: paper.title, subject: paper.intro.join('; '), preparedAt: paper.preparedAt }
  return letterPaper(about, {
    fontSize: 10,
    pageMargins: [MARGIN, 48, MARGIN, 52],
    footer: (page, pages) => ({
      columns: [paper.footer, { text: `Page ${page} of ${pages}`, alignment: 'right', width: 80 }],
      fontSize: 8,
      color: MUTED,
      margin: [MARGIN, 18, MARGIN, 0],
    }),
    content: [
      bar(WIDTH),
      { text: paper.title, fontSize: 21, bold: true, lineHeight: 1.1, margin: [0, 14, 0, 4] },
      ...paper.intro.map((text): Content => ({ text, color: MUTED, margin: [0, 0, 0, 2] })),
      ...paper.parts.map(partOf),
    ],
  })
}

function partOf(part: PaperPart): Content {
  switch (part.kind) {
    case 'heading':
      return { text: part.text, fontSize: 13, bold: true, margin: [0, 14, 0, 3], headlineLevel: 1 }
    case 'text':
      return part.isQuiet
        ? { text: broken(part.text), fontSize: 8.5, color: MUTED, margin: [0, 6, 0, 0] }
        : { text: broken(part.text), margin: [0, 2, 0, 4] }
    case 'facts':
      return {
        table: { widths: [130, '*'], body: part.facts.map(factRow) },
        layout: RULED,
        margin: [0, 8, 0, 6],
      }
    case 'table':
      return part.rows.length > 0 ? tableOf(part) : { text: part.empty, color: MUTED, margin: [0, 2, 0, 4] }
    case 'picture':
      return {
        unbreakable: true,
        margin: [0, 14, 0, 0],
        stack: [
          {
            image: `data:image/jpeg;base64,${Buffer.from(part.jpeg).toString('base64')}`,
            ...fitted(part),
          },
          { text: broken(part.caption), fontSize: 8, color: MUTED, margin: [0, 4, 0, 0] },
        ],
      }
    case 'signatures':
      return { unbreakable: true, columns: part.labels.map(signature), columnGap: 18, margin: [0, 26, 0, 10] }
  }
}

const factRow = ({ label, value }: { label: string; value: string }): TableCell[] => [
  { text: label, color: MUTED },
  { text: broken(value), bold: true },
]

type Table = Extract<PaperPart, { kind: 'table' }>

function tableOf({ columns, rows }: Table): Content {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  return {
    table: {
      headerRows: 1,
      // Whoever writes a paper keeps its cells shorter than a sheet: what is taller would be cut off.
      dontBreakRows: true,
      widths: columns.map(({ share }) => `${(100 * share) / shares}%`),
      body: [columns.map(({ label }): TableCell => ({ text: label, bold: true, color: MUTED })), ...rows.map(tableRow)],
    },
    layout: HEADED,
    fontSize: 8.5,
    margin: [0, 4, 0, 6],
  }
}

const tableRow = (cells: string[]): TableCell[] =>
  cells.map((cell) => {
    const [first = '', ...others] = cell.split('\n').map(broken)
    return { stack: [first, ...others.map((text): Content => ({ text, fontSize: 7.5, color: MUTED }))] }
  })

/** A picture is as wide as the sheet or as high as a quarter of it, and never enlarged. */
function fitted({ width, height }: { width: number; height: number }): { width: number } {
  return { width: Math.round(Math.min(WIDTH, (PICTURE_HEIGHT * width) / Math.max(1, height), width)) }
}

const signature = (label: string, at: number): Column => ({
  width: at === 0 ? '*' : 110,
  stack: [
    { canvas: [{ type: 'line', x1: 0, y1: 0, x2: at === 0 ? 248 : 110, y2: 0, lineWidth: 0.7, lineColor: INK }] },
    { text: broken(label), fontSize: 8, color: MUTED, margin: [0, 3, 0, 0] },
  ],
})

const RULED = {
  hLineWidth: (line: number) => (line === 0 ? 0 : 0.6),
  vLineWidth: () => 0,
  hLineColor: () => LINE,
  paddingLeft: (column: number) => (column === 0 ? 4 : 8),
  paddingRight: () => 4,
  paddingTop: () => 4,
  paddingBottom: () => 3,
}

const HEADED: TableLayout = { ...RULED, fillColor: (row) => (row === 0 ? SHADE : null) }
