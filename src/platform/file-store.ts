export type StoredFile = { bytes: Uint8Array<ArrayBuffer>; contentType: string }

/**
 * Files by key (`photos/…`, `notices/…`). The extension gives the content type. A key that can be read always has the
 * whole file, even after a crash.
 */
export type FileStore = {
  /** Writes the file, and replaces an existing one. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  get(key: string): Promise<StoredFile | null>
  /** Deletes the file if it exists. */
  delete(key: string): Promise<void>
}
