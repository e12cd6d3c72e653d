import { useContext } from 'react'
import styles from './account-mark.module.css'
import { Nonce } from './nonce.tsx'

const KEY = 'userId'
const SCRIPT = `try{if(localStorage.getItem('${KEY}'))document.documentElement.dataset.signedIn=''}catch{}`

/**
 * Most pages are kept and are the same bytes for everybody. This marks the document, before anything of it is painted,
 * where somebody is signed in on this browser, so that what is only for them, or only for others, never flickers.
 */
export function AccountMark() {
  const nonce = useContext(Nonce)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />
}

/** Classes of what is only for whoever is signed in, and only for everybody else. */
export const onlySignedIn = styles.signedIn ?? ''
export const onlySignedOut = styles.signedOut ?? ''

/** Of the tab: whose the flags of what he was let into are. */
const FLAGS_OF = 'access_of'

/**
 * Remembers whose browser this is, or that it is nobody's: then his token, and what he was let into, are forgotten too. A
 * browser may refuse to.
 */
export function markAccount(accountId: string | null) {
  try {
    if (localStorage.getItem(KEY) !== accountId) localStorage.removeItem('userToken')
    // Apart: another tab may have changed the storage that both share, and never the flags of this one.
    if (sessionStorage.getItem(FLAGS_OF) !== accountId) forgetFlags()
    keep(localStorage, KEY, accountId)
    keep(sessionStorage, FLAGS_OF, accountId)
  } catch {
    return
  }
}

function forgetFlags() {
  for (const key of Object.keys(sessionStorage)) if (key.endsWith('_access')) sessionStorage.removeItem(key)
}

function keep(storage: Storage, key: string, value: string | null) {
  if (value) storage.setItem(key, value)
  else storage.removeItem(key)
}
