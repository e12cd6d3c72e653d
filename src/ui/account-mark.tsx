import { useContext } from 'react'
import styles from './account-mark.module.css'
import { ACCOUNT_KEY, keep, NAME_KEY, rememberAccount, rememberSignOut, USERNAME_KEY } from './account-memory.ts'
import { rememberZone } from './account-time.tsx'
import { Nonce } from './nonce.tsx'

/** @param usernamePath page that names an account by its username */
const scriptFor = (usernamePath: string) =>
  `(()=>{const e=document.documentElement,g=k=>localStorage.getItem(k),m=()=>{try{if(g('${ACCOUNT_KEY}')){e.dataset.signedIn='';e.style.setProperty('--account-name',JSON.stringify(location.pathname==='${usernamePath}'&&g('${USERNAME_KEY}')||g('${NAME_KEY}')||''))}else{delete e.dataset.signedIn;e.style.removeProperty('--account-name')}}catch{}};m();addEventListener('storage',m);addEventListener('pageshow',m)})()`

/**
 * Marks the document before the browser paints it, if someone is signed in on this browser. Most pages are kept and
 * have the same bytes for everyone. With the mark, parts that are only for signed-in people, or only for others, never
 * flicker. The mark follows a sign-in or sign-out in another tab, and a page restored from the browser's memory.
 */
export function AccountMark({ usernamePath }: { usernamePath: string }) {
  const nonce = useContext(Nonce)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, allowed by its hash.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: scriptFor(usernamePath) }} />
}

/** Classes of content for signed-in people only, and for everyone else only. */
export const onlySignedIn = styles.signedIn ?? ''
export const onlySignedOut = styles.signedOut ?? ''
/** Class of an empty element that shows the name of the account signed in on this browser. */
export const rememberedName = styles.name ?? ''

/** Tells whether someone is signed in on this browser, as far as it remembers. */
export const isMarkedSignedIn = (): boolean => 'signedIn' in document.documentElement.dataset

/** Returns the username of the account signed in on this browser, as far as it remembers. */
export function rememberedUsername(): string | null {
  try {
    return localStorage.getItem(ACCOUNT_KEY) && localStorage.getItem(USERNAME_KEY)
  } catch {
    return null
  }
}

export type AccountNames = { showingName: string; username?: string | null }

const memory = () => ({ shared: localStorage, own: sessionStorage })

/** Remembers which account is signed in on this browser, or null for none. A browser may refuse to store it. */
export function markAccount(accountId: string | null) {
  rememberZone(accountId !== null)
  try {
    rememberAccount(memory(), accountId)
  } catch {
    return
  }
}

/** Forgets the account and typed text after a sign-out or a deletion. */
export function markSignedOut() {
  rememberZone(false)
  try {
    rememberSignOut(memory(), new Date())
  } catch {
    return
  }
}

/** Remembers an account's names for pages, unless the person has signed out since the server sent them. */
export function nameAccount(accountId: string, { showingName, username }: AccountNames) {
  try {
    if (localStorage.getItem(ACCOUNT_KEY) !== accountId) return
    keep(localStorage, NAME_KEY, showingName)
    keep(localStorage, USERNAME_KEY, username)
  } catch {
    return
  }
}
