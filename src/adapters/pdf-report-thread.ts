import type { Content, TableCell, TableLayout, TDocumentDefinitions } from 'pdfmake/interfaces'
import type { TableReport } from '../features/showing/ports.ts'
import { answerInBackground } from '../platform/background-answer.ts'
import { bar, breakable, LINE, letterPaper, MUTED, pdfOf, SHADE } from '../platform/pdf-document.ts'

const MARGIN = 40

const broken = (text: string) => breakable(text, 20)

answerInBackground((report: TableReport) => pdfOf(layOut(report)))

/** Letter paper, sideways: the head of the table stands on every sheet, and no row is torn apart unless one is taller than a sheet. */
function layOut(report: TableReport): TDocumentDefinitions {
  const about = {
    title: report.title,
    subject: report.facts.map((fact) => `${fact.label}: ${fact.value}`).join('; '),
    preparedAt: report.preparedAt,
  }
  return letterPaper(about, {
    ...{ fontSize: 8.5, lineHeight: 1.2 },
    pageOrientation: 'landscape',
    pageMargins: [MARGIN, MARGIN, MARGIN, 44],
    footer: (page, pages) => ({
      columns: [report.footer, { text: `Page ${page} of ${pages}`, alignment: 'right' }],
      fontSize: 8,
      color: MUTED,
      margin: [MARGIN, 16, MARGIN, 0],
    }),
    content: [
      bar(712),
      { text: report.title, fontSize: 20, bold: true, lineHeight: 1.1, margin: [0, 12, 0, 10] },
      {
        table: { widths: ['auto', '*'], body: report.facts.map(factRow) },
        layout: 'noBorders',
        margin: [0, 0, 0, 12],
      },
      report.rows.length > 0 ? table(report) : { text: report.empty, fontSize: 11, margin: [0, 12, 0, 12] },
      ...report.notes.map((text): Content => ({ text, fontSize: 8, color: MUTED, margin: [0, 8, 0, 0] })),
    ],
  })
}

const factRow = ({ label, value }: { label: string; value: string }): TableCell[] => [
  { text: label, color: MUTED, margin: [0, 0, 12, 0] },
  { text: value, bold: true },
]

/** A row that may not be torn apart is cut off at the sheet's end, after some 40 lines. How many a text needs is a guess. */
const TALL_LINES = 28
const LETTERS_ACROSS = 130
const isTall = (text: string, width: number) =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / (LETTERS_ACROSS * width))), 0) >
  TALL_LINES

function table({ columns, rows }: TableReport): Content {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  return {
    table: {
      headerRows: 1,
      dontBreakRows: !rows.some((row) => row.some((text, at) => isTall(text, (columns[at]?.share ?? shares) / shares))),
      widths: columns.map(({ share }) => `${(100 * share) / shares}%`),
      body: [columns.map(({ label }): TableCell => ({ text: label, bold: true, color: MUTED })), ...rows.map(tableRow)],
    },
    layout: RULED,
  }
}

const tableRow = (cells: string[]): TableCell[] =>
  cells.map((cell, column) => {
    const [first = '', ...others] = cell.split('\n').map(broken)
    return {
      stack: [
        { text: first, bold: column === 0 },
        ...others.map((text): Content => ({ text, fontSize: 7.5, color: MUTED })),
      ],
    }
  })

const RULED: TableLayout = {
  hLineWidth: (line) => (line === 0 ? 0 : 0.6),
  vLineWidth: () => 0,
  hLineColor: () => LINE,
  fillColor: (row) => (row === 0 ? SHADE : null),
  paddingLeft: () => 5,
  paddingRight: () => 5,
  paddingTop: () => 4,
  paddingBottom: () => 4,
}
