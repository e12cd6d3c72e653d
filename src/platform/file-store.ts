export type StoredFile = { bytes: Uint8Array<ArrayBuffer>; contentType: string }

/**
 * Files by key (`photos/…`, `notices/…`). The extension tells the content type. A readable key always has the whole
 * file, even after a crash.
 */
export type FileStore = {
  /** Writes it, replacing an existing one. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  get(key: string): Promise<StoredFile | null>
  /** Deletes it. A missing one is fine. */
  delete(key: string): Promise<void>
}
