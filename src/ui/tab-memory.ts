/** Names a key of a tab's storage whose value belongs to the account, and that the next person must not see. */
export const accountKey = (name: string): string => `account ${name}`

/** Forgets what a tab's storage holds of its account: access flags, and the values under `accountKey`. */
export function forgetAccountIn(storage: Pick<Storage, 'removeItem'>) {
  for (const key of Object.keys(storage)) if (/^account |_access$/.test(key)) storage.removeItem(key)
}
