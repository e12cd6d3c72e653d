/** A part of a PDF: text, labels with values, a table, a picture, or signature lines. */
export type PdfPart =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string; isQuiet?: boolean }
  | { kind: 'facts'; facts: { label: string; value: string }[] }
  | { kind: 'table'; columns: { label: string; share: number }[]; rows: string[][]; empty: string }
  | { kind: 'picture'; jpeg: Uint8Array; width: number; height: number; caption: string }
  | { kind: 'signatures'; labels: string[] }

/** Parts, in order, on portrait letter sheets. `preparedAt` (RFC 3339) becomes the document's date. */
export type PdfPages = {
  kind: 'pages'
  title: string
  intro: string[]
  preparedAt: string
  parts: PdfPart[]
  footer: string
}

/** A table on landscape letter sheets, with the text above and below it. */
export type PdfTable = {
  kind: 'table'
  title: string
  /** RFC 3339; becomes the document's date. */
  preparedAt: string
  facts: { label: string; value: string }[]
  /** `share`: the column's part of the sheet's width, relative to the others. */
  columns: { label: string; share: number }[]
  /** The text of each column. `\n` separates lines; the first line is the most important. */
  rows: string[][]
  /** Shown instead of a table without rows. */
  empty: string
  notes: string[]
  footer: string
}

export type PdfDocument = PdfPages | PdfTable

/** @param name without its extension */
export const pdfHeaders = (name: string): Record<string, string> => ({
  'Content-Type': 'application/pdf',
  'Content-Disposition': `inline; filename="${name}.pdf"`,
})

/**
 * Renders the same document to the same bytes.
 * @param Document a document type that may include an area's own sheets
 */
export type PdfRenderer<Document = PdfDocument> = { render(document: Document): Promise<Uint8Array> }
