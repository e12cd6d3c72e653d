const PREFIX = 'account '
const FLAG = /_access$/

/** Names a key of a tab's storage whose value belongs to the account, and that the next person must not see. */
export const accountKey = (name: string): string => PREFIX + name

/** Forgets what a tab's storage holds of its account: access flags, and the values under `accountKey`. */
export function forgetAccountIn(storage: Pick<Storage, 'length' | 'key' | 'removeItem'>) {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  for (const key of keys) if (key && (key.startsWith(PREFIX) || FLAG.test(key))) storage.removeItem(key)
}
