/** Tells whether a disk was full, PostgreSQL's (53100) or that of the files, however a library wrapped the error. */
export function isStorageFull(error: unknown): boolean {
  for (let one = error; typeof one === 'object' && one !== null; one = Reflect.get(one, 'cause'))
    if (/^(53100|ENOSPC|EDQUOT)$/.test(String(Reflect.get(one, 'code')))) return true
  return false
}

/**
 * Remembers that a disk was full until a write succeeds.
 * @param tryWrite writes as much to the database and the files as a request may write, and removes it
 */
export function createDiskSpaceCheck(tryWrite: () => Promise<void>) {
  let wasFull = false
  return {
    /** Takes the failure of a request or a job. */
    note(failure: unknown): void {
      if (isStorageFull(failure)) wasFull = true
    },
    /** Costs nothing unless a disk was full. @throws what the write throws */
    async require(): Promise<void> {
      if (!wasFull) return
      await tryWrite()
      wasFull = false
    },
  }
}

export type DiskSpaceCheck = ReturnType<typeof createDiskSpaceCheck>
