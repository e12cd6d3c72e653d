import { useContext } from 'react'
import styles from './account-mark.module.css'
import { rememberZone } from './account-time.tsx'
import { Nonce } from './nonce.tsx'
import { forgetAccountIn } from './tab-memory.ts'

const KEY = 'userId'
const NAME = 'userName'
const USERNAME = 'username'
/** @param usernamePath page that names an account by its username */
const scriptFor = (usernamePath: string) =>
  `(()=>{const e=document.documentElement,g=k=>localStorage.getItem(k),m=()=>{try{if(g('${KEY}')){e.dataset.signedIn='';e.style.setProperty('--account-name',JSON.stringify(location.pathname==='${usernamePath}'&&g('${USERNAME}')||g('${NAME}')||''))}else{delete e.dataset.signedIn;e.style.removeProperty('--account-name')}}catch{}};m();addEventListener('storage',m);addEventListener('pageshow',m)})()`

/**
 * Marks the document before the browser paints it, if somebody is signed in on this browser. Most pages are kept and
 * have the same bytes for everybody; with the mark, parts that are only for that person, or only for others, never
 * flicker. The mark follows a sign-in or sign-out in another tab, and a page that comes back from the browser's memory.
 */
export function AccountMark({ usernamePath }: { usernamePath: string }) {
  const nonce = useContext(Nonce)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: scriptFor(usernamePath) }} />
}

/** Classes of content for signed-in people only, and for everyone else only. */
export const onlySignedIn = styles.signedIn ?? ''
export const onlySignedOut = styles.signedOut ?? ''
/** Class of an empty element that shows the name of the account signed in on this browser. */
export const rememberedName = styles.name ?? ''

/** Tells whether somebody is signed in on this browser, as far as it remembers. */
export const isMarkedSignedIn = (): boolean => 'signedIn' in document.documentElement.dataset

export type AccountNames = { showingName: string; username?: string | null }

/** Names the account that the access flags and drafts of this tab belong to. */
const KEPT_OF = 'access_of'

/**
 * Remembers which account is signed in on this browser; null for none. If it changes, this forgets the token, names,
 * access flags, and drafts of the account before. A browser may refuse to remember.
 */
export function markAccount(accountId: string | null) {
  rememberZone(accountId !== null)
  try {
    // With nobody signed in, always: another tab may have kept a name just after it saw an account there.
    if (!accountId || localStorage.getItem(KEY) !== accountId)
      for (const key of ['userToken', NAME, USERNAME]) localStorage.removeItem(key)
    // Checked separately: another tab may have changed the shared storage, but never what this tab keeps.
    if (sessionStorage.getItem(KEPT_OF) !== accountId) forgetAccountIn(sessionStorage)
    keep(localStorage, KEY, accountId)
    keep(sessionStorage, KEPT_OF, accountId)
  } catch {
    return
  }
}

/** Remembers the names of an account for pages, unless somebody has signed out since the server sent them. */
export function nameAccount(accountId: string, { showingName, username }: AccountNames) {
  try {
    if (localStorage.getItem(KEY) !== accountId) return
    keep(localStorage, NAME, showingName)
    keep(localStorage, USERNAME, username)
  } catch {
    return
  }
}

function keep(storage: Storage, key: string, value: string | null | undefined) {
  if (value) storage.setItem(key, value)
  else storage.removeItem(key)
}
