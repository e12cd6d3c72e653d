import type { PartName } from './domain.ts'

/** A file inside an archive. A text is written as UTF-8. */
export type ArchivePart = {
  /** With forward slashes, from the archive's root. */
  path: string
  content: string | Uint8Array | AsyncIterable<string>
  /** Pictures and PDFs are small already. */
  isPacked?: boolean
}

/** Archives under plain names. One that can be opened is whole, whatever crashed when. */
export type ArchiveStore = {
  /** Takes part after part as the disk takes them; no part is asked for before the one before is written. */
  write(
    name: string,
    parts: AsyncIterable<ArchivePart>,
    at: Temporal.Instant,
  ): Promise<{ sizeBytes: number; sha256: string }>
  /** null: there is none. Whoever stops reading closes it. */
  open(name: string): Promise<{ sizeBytes: number; stream: ReadableStream<Uint8Array> } | null>
  /** Deleting what is not there is fine. */
  delete(name: string): Promise<void>
  /** Names of everything that lies there, half-written files too, not touched since a moment. */
  listUntouched(since: Temporal.Instant): Promise<string[]>
}

type Row = Record<string, unknown>

/** What a part of an archive is made with. Each call that names a path puts it into the table of contents. */
export type ArchiveParts = {
  owner: { accountId: string; email: string }
  /** A list of the account's rows, as JSON. */
  json(path: string, list: 'documents' | 'images' | 'generations'): ArchivePart
  /** A file that is made as it is written. */
  text(path: string, content: AsyncIterable<string>): ArchivePart
  /** @param keys of files that may be there; `isNamed`: the table of contents names each one that is missing */
  stored(folder: string, keys: AsyncIterable<string>, isNamed: boolean): AsyncIterable<ArchivePart>
  counted(folder: string, made: AsyncIterable<ArchivePart>): AsyncIterable<ArchivePart>
  rows(list: 'documents' | 'images'): AsyncIterable<Row>
  rowsOfBookings(list: 'services'): AsyncIterable<Row>
  bookings(): AsyncIterable<{ id: string; calendar_sequence: number }>
}

/** What an area above keeps of a person: how it is exported and how it is erased. */
export type PersonalData = {
  part: PartName
  /** Without it this area itself exports the part. */
  export?(archive: ArchiveParts): AsyncIterable<ArchivePart>
  /** May run again after a crash. Without it there is nothing to erase. */
  erase?(accountId: string): Promise<void>
}
