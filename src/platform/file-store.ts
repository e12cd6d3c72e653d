export type StoredFile = { bytes: Uint8Array<ArrayBuffer>; contentType: string }

/**
 * Files by key (`photos/…`, `notices/…`), whose ending tells the content type. A key that can be read has the whole
 * file, whatever crashed when.
 */
export type FileStore = {
  /** Writes it, replacing an existing one. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  get(key: string): Promise<StoredFile | null>
  /** Deletes it. A missing one is fine. */
  delete(key: string): Promise<void>
}
