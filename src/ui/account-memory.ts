import { forgetAccountIn } from './tab-memory.ts'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
/** A browser's storage: `shared` by all tabs, and one tab's `own`. */
export type BrowserMemory = { shared: Store; own: Store }

export const ACCOUNT_KEY = 'userId'
export const NAME_KEY = 'userName'
export const USERNAME_KEY = 'username'
/** When someone last signed out on this browser. */
export const SIGNED_OUT_KEY = 'signedOutAt'
/** Names the account that the access flags and drafts of this tab belong to. */
const KEPT_OF = 'access_of'
/** The last sign-out when this tab marked its account. After a later one, the tab forgets everything. */
const KEPT_SINCE = 'kept_since'

/**
 * Remembers which account is signed in, or null for none. If it changes, or the person signed out in the meantime, this
 * forgets what the tab stores about the previous account. A session that expired leaves unsent texts to the same
 * account.
 */
export function rememberAccount({ shared, own }: BrowserMemory, accountId: string | null) {
  // If no one is signed in, do this always: another tab may have stored a name just after it saw an account.
  if (!accountId || shared.getItem(ACCOUNT_KEY) !== accountId)
    for (const key of ['userToken', NAME_KEY, USERNAME_KEY]) shared.removeItem(key)
  const signedOutAt = shared.getItem(SIGNED_OUT_KEY) ?? ''
  const wasSignedOut = own.getItem(KEPT_OF) !== null && (own.getItem(KEPT_SINCE) ?? '') !== signedOutAt
  // Check this separately: another tab may have changed the shared storage, but never this tab's own.
  if (wasSignedOut || (accountId && own.getItem(KEPT_OF) !== accountId)) {
    forgetAccountIn(own)
    own.removeItem(KEPT_OF)
    own.removeItem(KEPT_SINCE)
  } else if (!accountId) forgetAccountIn(own, own.getItem(KEPT_OF) === null ? 'forgotten' : 'kept')
  keep(shared, ACCOUNT_KEY, accountId)
  if (!accountId) return
  keep(own, KEPT_OF, accountId)
  keep(own, KEPT_SINCE, signedOutAt)
}

/** Forgets the account because the person signed out, and notifies the other tabs. */
export function rememberSignOut({ shared, own }: BrowserMemory, now: Date) {
  forgetAccountIn(own)
  shared.setItem(SIGNED_OUT_KEY, now.toISOString())
  rememberAccount({ shared, own }, null)
}

export function keep(store: Store, key: string, value: string | null | undefined) {
  if (value) store.setItem(key, value)
  else store.removeItem(key)
}
