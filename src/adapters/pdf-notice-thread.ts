import type { Content, TableLayout, TDocumentDefinitions } from 'pdfmake/interfaces'
import type { NoticeToEnter } from '../features/notification/ports.ts'
import { answerInBackground } from '../platform/background-answer.ts'
import { bar, INK, LINE, letterPaper, MUTED, onOneSheet } from '../platform/pdf-document.ts'

const SMALLEST = 7.5

/** Letter paper, one sheet: where the words are many the letters get smaller, within reason. */
answerInBackground((notice: NoticeToEnter) => onOneSheet(layouts(notice)))

function* layouts(notice: NoticeToEnter) {
  for (let size = notice.deliveryOptions.length > 0 ? 9.5 : 10.5; size >= SMALLEST; size--) yield layOut(notice, size)
}

function layOut(notice: NoticeToEnter, fontSize: number): TDocumentDefinitions {
  const about = {
    title: notice.title,
    subject: notice.facts.map((fact) => `${fact.label}: ${fact.value}`).join('; '),
    author: notice.givenBy[0] ?? '',
    preparedAt: notice.preparedAt,
  }
  return letterPaper(about, {
    fontSize,
    pageMargins: [64, 52, 64, 58],
    footer: () => ({ text: notice.footer, fontSize: 8, color: MUTED, alignment: 'center', margin: [64, 20, 64, 0] }),
    content: [
      bar(484),
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
  })
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
