import type { PartName } from './domain.ts'

/** A file inside an archive. Texts are UTF-8. */
export type ArchivePart = {
  /** Path from the archive's root, with forward slashes. */
  path: string
  content: string | Uint8Array | AsyncIterable<string>
  /** `true` if the content is already compressed, such as a picture or a PDF. */
  isPacked?: boolean
}

/** Stores archives under plain names. An archive that opens is whole, even after a crash. */
export type ArchiveStore = {
  /** Writes an archive. Asks for each part only after it has written the previous one. */
  write(
    name: string,
    parts: AsyncIterable<ArchivePart>,
    at: Temporal.Instant,
  ): Promise<{ sizeBytes: number; sha256: string }>
  /** Opens an archive. The reader closes the stream. @returns null if there is no such archive */
  open(name: string): Promise<{ sizeBytes: number; stream: ReadableStream<Uint8Array> } | null>
  /** Deletes an archive, if it exists. */
  delete(name: string): Promise<void>
  /** Lists every file, even half-written ones, that has not changed since then. */
  listUntouched(since: Temporal.Instant): Promise<string[]>
}

type Row = Record<string, unknown>

/** Tools to make a part of an archive. Each call that names a path adds it to the table of contents. */
export type ArchiveParts = {
  owner: { accountId: string; email: string }
  /** Makes a JSON file from a list of the account's rows. */
  json(path: string, list: 'documents' | 'images' | 'generations'): ArchivePart
  /** Makes a file whose content we generate while we write it. */
  text(path: string, content: AsyncIterable<string>): ArchivePart
  /** @param keys of files that may exist @param isNamed whether the table of contents lists each missing file */
  stored(folder: string, keys: AsyncIterable<string>, isNamed: boolean): AsyncIterable<ArchivePart>
  counted(folder: string, made: AsyncIterable<ArchivePart>): AsyncIterable<ArchivePart>
  rows(list: 'documents' | 'images'): AsyncIterable<Row>
  rowsOfBookings(list: 'services'): AsyncIterable<Row>
  bookings(): AsyncIterable<{ id: string; calendar_sequence: number }>
}

/** How to export and erase the personal data of an area that builds on this one. */
export type PersonalData = {
  part: PartName
  /** Exports the area's part. If missing, the account area exports it. */
  export?(archive: ArchiveParts): AsyncIterable<ArchivePart>
  /** Erases the area's data. It may run again after a crash. If missing, the area has nothing to erase. */
  erase?(accountId: string): Promise<void>
}
