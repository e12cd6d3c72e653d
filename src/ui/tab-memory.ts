/** Names a key of a tab's storage whose value belongs to the account, and that the next person must not see. */
export const accountKey = (name: string): string => `account ${name}`

/** Names a key for a text that somebody has typed and not sent. Unlike others of the account, it outlives the session. */
export const unsentKey = (name: string): string => `unsent ${name}`

/** Names the key for what was sent of an unsent text, with its `Idempotency-Key`. It goes with the text. */
export const sendingKey = (unsent: string): string => `${unsent} sent`

/**
 * Forgets what a tab's storage holds of its account: access flags, and the values under `accountKey`.
 * @param unsent `kept` if only the session ended, so that the person finds their texts after signing in again
 */
export function forgetAccountIn(storage: Pick<Storage, 'removeItem'>, unsent: 'kept' | 'forgotten' = 'forgotten') {
  const goes = unsent === 'kept' ? /^account |_access$/ : /^(account|unsent) |_access$/
  for (const key of Object.keys(storage)) if (goes.test(key)) storage.removeItem(key)
}

// Storage can be forbidden: then the tab keeps no text.

/** Returns the text that this tab keeps; null if there is none. */
export function keptText(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** @param text null to keep none */
export function keepText(key: string, text: string | null): void {
  try {
    if (text === null) for (const gone of [key, sendingKey(key)]) sessionStorage.removeItem(gone)
    else sessionStorage.setItem(key, text)
  } catch {
    // The text stays on the page.
  }
}
