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
