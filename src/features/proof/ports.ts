/** A picture as it is kept: JPEG, upright, without metadata. Size in px. */
export type KeptPicture = { jpeg: Uint8Array; width: number; height: number }

export type PictureRenderer = {
  /** @throws DomainError wrong_type (not a JPEG, PNG or WebP that can be read), too_large (over 40 megapixels) */
  picture(bytes: Uint8Array): Promise<KeptPicture>
}

/** A part of a printed paper, in order: words, names with values, a table, a picture or lines to sign on. */
export type PaperPart =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string; isQuiet?: boolean }
  | { kind: 'facts'; facts: { label: string; value: string }[] }
  | { kind: 'table'; columns: { label: string; share: number }[]; rows: string[][]; empty: string }
  | { kind: 'picture'; jpeg: Uint8Array; width: number; height: number; caption: string }
  | { kind: 'signatures'; labels: string[] }

/** A paper to be printed on upright letter sheets. `preparedAt` (RFC 3339) becomes the document's date. */
export type Paper = { title: string; intro: string[]; preparedAt: string; parts: PaperPart[]; footer: string }

/** Prints a paper as PDF. The same paper gives the same bytes. */
export type PaperPrinter = { print(paper: Paper): Promise<Uint8Array> }
