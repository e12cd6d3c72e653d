import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from './clock.ts'
import { cookieName, cookieOf, setCookieText } from './cookie.ts'
import { keyedHash } from './keyed-hash.ts'

const NAME = 'showingbooker.known'
/** The longest lifetime that browsers allow a cookie. */
const DAYS = 400
/** Maximum number of accounts that one browser remembers. It forgets the oldest sign-in first. */
const MOST = 5
const ENTRY = /^(\d{1,6})-([\w-]{16})-([\w-]{43})$/

/**
 * Browsers that have signed in to an account before. Each has a mark for the account in a cookie, so that wrong tries
 * by others do not lock it out. The mark does not sign anyone in or identify anyone, and works only for that account.
 */
export type KnownBrowsers = {
  /** Returns the mark's ID, or null if this browser has no valid mark for that account. */
  idOf(headers: Headers, account: string): string | null
  /** @returns a complete `Set-Cookie` value that adds a mark and keeps those for other accounts */
  cookieFor(headers: Headers, account: string): string
}

/** Identifies an account by its lowercase email, so that checking a mark does not reveal whether the account exists. */
export function createKnownBrowsers(options: { secret: string; publicUrl: string; clock: Clock }): KnownBrowsers {
  const { secret, clock } = options
  const isTls = options.publicUrl.startsWith('https:')
  const name = cookieName(NAME, isTls)
  const today = () => Math.floor(clock.now().epochMilliseconds / 86_400_000)

  const signatureOf = (account: string, day: string, id: string) => keyedHash(secret, 'known browser', account, day, id)

  const entriesOf = (headers: Headers) =>
    (cookieOf(headers.get('cookie'), name) ?? '')
      .split('.')
      .slice(0, MOST)
      .flatMap((text) => {
        const [, day = '', id = '', signature = ''] = ENTRY.exec(text) ?? []
        const isLive = id !== '' && Number(day) > today() - DAYS
        return isLive ? [{ text, day, id, signature: Buffer.from(signature, 'base64url') }] : []
      })

  const isFor = (account: string, { day, id, signature }: ReturnType<typeof entriesOf>[number]) =>
    timingSafeEqual(signature, signatureOf(account, day, id))

  return {
    idOf: (headers, account) => entriesOf(headers).find((entry) => isFor(account, entry))?.id ?? null,
    cookieFor(headers, account) {
      const day = String(today())
      const id = randomBytes(12).toString('base64url')
      const entry = `${day}-${id}-${signatureOf(account, day, id).toString('base64url')}`
      const others = entriesOf(headers).filter((one) => !isFor(account, one))
      const value = [entry, ...others.map(({ text }) => text)].slice(0, MOST).join('.')
      return setCookieText(name, value, { isTls, maxAgeSeconds: DAYS * 86_400 })
    },
  }
}
