/**
 * A record that the agent posted a notice. The browser keeps it until the server has it, because a phone can be
 * offline.
 */
export type Posting = {
  /** Its key in this browser. */
  id: string
  accountId: string
  bookingId: string
  servedAt: string
  servedBy: string
  /** Start of the showing in the notice. Absent in a posting that an older page kept. */
  startsAt?: string
  /** Address of the property, shown with the time of the posting. */
  address: string
  timeZone: string
  photo: File | null
}

const STORE = 'postings'
const CHANGED = 'postings-changed'

/** Stores a posting in this browser. @throws if the browser stores nothing, as in some private windows */
export async function keepPosting(posting: Posting): Promise<void> {
  await inStore('readwrite', (store) => store.put(posting))
  window.dispatchEvent(new Event(CHANGED))
}

export async function dropPosting(id: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(id)).catch(() => undefined)
  window.dispatchEvent(new Event(CHANGED))
}

/** Lists the postings that this browser keeps for an account, oldest first. */
export async function listPostings(accountId: string): Promise<Posting[]> {
  const all = await inStore<Posting[]>('readonly', (store) => store.getAll()).catch(() => [])
  return all
    .filter((posting) => posting.accountId === accountId)
    .sort((one, other) => one.servedAt.localeCompare(other.servedAt))
}

/** Calls `listen` after each change in this tab. */
export function watchPostings(listen: () => void): () => void {
  window.addEventListener(CHANGED, listen)
  return () => window.removeEventListener(CHANGED, listen)
}

async function inStore<Answer>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<Answer> {
  const db = await openStore()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = db.transaction(STORE, mode)
      const request = ask(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result as Answer)
      transaction.onabort = () => reject(transaction.error)
      transaction.onerror = () => reject(transaction.error)
    })
  } finally {
    db.close()
  }
}

const openStore = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('showingbooker', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
