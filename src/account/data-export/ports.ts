import type { PartName } from './domain.ts'

/** A file inside an archive. Texts are UTF-8. */
export type ArchivePart = {
  /** With forward slashes, from the archive's root. */
  path: string
  content: string | Uint8Array | AsyncIterable<string>
  /** Pictures and PDFs are small already. */
  isPacked?: boolean
}

/** Keeps archives under plain names. An archive that opens is whole, whatever crashed. */
export type ArchiveStore = {
  /** Asks for a part only after it wrote the one before. */
  write(
    name: string,
    parts: AsyncIterable<ArchivePart>,
    at: Temporal.Instant,
  ): Promise<{ sizeBytes: number; sha256: string }>
  /** The reader closes the stream. @returns null: there is no such archive */
  open(name: string): Promise<{ sizeBytes: number; stream: ReadableStream<Uint8Array> } | null>
  /** Does nothing when there is no such archive. */
  delete(name: string): Promise<void>
  /** Lists every file, even half-written ones, that nobody has touched since a moment. */
  listUntouched(since: Temporal.Instant): Promise<string[]>
}

type Row = Record<string, unknown>

/** Tools to make a part of an archive. Each call that names a path adds it to the table of contents. */
export type ArchiveParts = {
  owner: { accountId: string; email: string }
  /** Makes a JSON file of a list of the account's rows. */
  json(path: string, list: 'documents' | 'images' | 'generations'): ArchivePart
  /** Makes a file while it is written. */
  text(path: string, content: AsyncIterable<string>): ArchivePart
  /** @param keys of files that may exist @param isNamed the table of contents names each one that is missing */
  stored(folder: string, keys: AsyncIterable<string>, isNamed: boolean): AsyncIterable<ArchivePart>
  counted(folder: string, made: AsyncIterable<ArchivePart>): AsyncIterable<ArchivePart>
  rows(list: 'documents' | 'images'): AsyncIterable<Row>
  rowsOfBookings(list: 'services'): AsyncIterable<Row>
  bookings(): AsyncIterable<{ id: string; calendar_sequence: number }>
}

/** What an area above keeps of a person: how to export it and how to erase it. */
export type PersonalData = {
  part: PartName
  /** Without it the account area exports the part. */
  export?(archive: ArchiveParts): AsyncIterable<ArchivePart>
  /** May run again after a crash. An area without it has nothing to erase. */
  erase?(accountId: string): Promise<void>
}
