/** Returns the storage key of a value that belongs to the account and that the next person must not see. */
export const accountKey = (name: string): string => `account ${name}`

/** Returns the storage key of an unsent text. Unlike the account's other values, it outlives the session. */
export const unsentKey = (name: string): string => `unsent ${name}`

/**
 * Returns the storage key of the last request for an unsent text, with its `Idempotency-Key`. It ends with the text.
 */
export const sendingKey = (unsent: string): string => `${unsent} sent`

/**
 * Removes an account's values from a tab's storage: access flags, and the values under `accountKey`.
 * @param unsent `kept` if only the session ended, so that the person finds their texts after signing in again
 */
export function forgetAccountIn(storage: Pick<Storage, 'removeItem'>, unsent: 'kept' | 'forgotten' = 'forgotten') {
  const goes = unsent === 'kept' ? /^account |_access$/ : /^(account|unsent) |_access$/
  for (const key of Object.keys(storage)) if (goes.test(key)) storage.removeItem(key)
}

// Storage can be forbidden: then the tab keeps no text.

/** Returns the text that this tab stores, or null. */
export function keptText(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** @param text null to remove it */
export function keepText(key: string, text: string | null): void {
  try {
    if (text === null) for (const gone of [key, sendingKey(key)]) sessionStorage.removeItem(gone)
    else sessionStorage.setItem(key, text)
  } catch {
    // The text stays on the page.
  }
}
