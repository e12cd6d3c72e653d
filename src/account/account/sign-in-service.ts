import { cookieOf } from '../../platform/cookie.ts'
import type { TryCounts } from '../../platform/db/try-counts.ts'
import { DomainError, invalid, requireValid, unauthenticated } from '../../platform/errors.ts'
import type { KnownBrowsers } from '../../platform/known-browser.ts'
import { isLanguage } from '../../platform/language.ts'
import { findWeakness } from '../../platform/password-strength.ts'
import { oneLine } from '../../platform/plain-text.ts'
import { LANGUAGE_COOKIE, languageCookie } from '../../platform/request-language.ts'
import { withinTries } from '../../platform/try-limit.ts'
import type { CodeAsked, SignedIn, SignIn, SignUp } from './contract.ts'
import {
  emailTaken,
  foldEmail,
  isWrongCredentials,
  ownWords,
  signInIssues,
  signInLimits,
  signUpIssues,
  tooManyTries,
  WRONG_SIGN_IN_MS,
  weakPasswordMessage,
  wrongCredentials,
} from './domain.ts'
import type { Answer, Caller } from './ports.ts'
import { deleteSession, findAccount, findAccountByEmail, findHashByEmail, replaceHash } from './repository.ts'
import { endFormerSession, type SessionDeps } from './session-service.ts'

export type SignInOptions = SessionDeps & {
  counts: TryCounts
  browsers: KnownBrowsers
  rateLimitScale: number
  pause: (ms: number) => Promise<unknown>
  /** Asks a new account to confirm its email. */
  welcome: (email: string) => Promise<void>
  /** Finds the language that an account chose, or null. */
  languageOf: (email: string) => Promise<string | null>
}
type SignInDeps = SignInOptions & { tries: ReturnType<typeof signInTries> }

export function signInTries({ counts, rateLimitScale }: SignInOptions) {
  const limits = signInLimits(rateLimitScale)
  return {
    ofOneAtOnePlace: counts('sign-in: account and address', limits.ofOneAtOnePlace),
    ofOneAnywhere: counts('sign-in: account', limits.ofOneAnywhere),
    ofAnyAtOnePlace: counts('sign-in: address', limits.ofAnyAtOnePlace),
    ofKnownBrowser: counts('sign-in: known browser', limits.ofKnownBrowser),
    ofKnownBrowserInADay: counts('sign-in: known browser, longer', limits.ofKnownBrowserInADay),
  }
}

/** @throws DomainError invalid, conflict (the email is taken), too_many */
export async function signUp(deps: SignInDeps, caller: Caller, form: SignUp): Promise<Answer<SignedIn>> {
  const { db, identity, browsers, welcome } = deps
  requireValid(signUpIssues(form))
  const email = foldEmail(form.email)
  const weakness = await findWeakness(form.password, ownWords({ ...form, email }))
  if (weakness) throw invalid([{ path: 'password', message: weakPasswordMessage(weakness) }], 'weak_password')
  const name = oneLine(form.name) || email.slice(0, email.indexOf('@'))
  try {
    const created = await identity.signUp(caller, { email, password: form.password, name })
    const { body, cookies } = await answerSignedIn(deps, created)
    await welcome(email)
    await endFormerSession(deps, caller.headers)
    return { body, cookies: [...cookies, browsers.cookieFor(caller.headers, email)] }
  } catch (error) {
    // If two sign-ups run at the same moment, the provider answers the second one with an unexplained error.
    if (!(error instanceof DomainError) && (await findAccountByEmail(db, email))) throw emailTaken()
    throw error
  }
}

/** @throws DomainError invalid, unauthenticated (whether or not the account exists), too_many */
export async function signIn(deps: SignInDeps, caller: Caller, form: SignIn): Promise<Answer<SignedIn | CodeAsked>> {
  const { db, identity, pause } = deps
  requireValid(signInIssues(form))
  const email = foldEmail(form.email)
  const credentials = { email, password: form.password, rememberMe: form.rememberMe }
  const attempt = async () => {
    const { body, cookies } = await withEqualTime(pause, () => identity.signIn(caller, credentials))
    const { opened, usedHash, isOldHash } = body
    if (!(await isStillRight(deps, { email, password: form.password, usedHash }))) {
      // A sign-in that still waits for a code needs no cleanup, because we never send its cookie.
      if (opened) await deleteSession(db, opened.sessionToken)
      throw wrongCredentials()
    }
    if (isOldHash) await replaceHash(db, { email, oldHash: usedHash, hash: await identity.hashPassword(form.password) })
    await endFormerSession(deps, caller.headers)
    if (!opened) return { body: { twoFactorRedirect: true as const }, cookies }
    const own = await cookiesOf(deps, caller.headers, email)
    return answerSignedIn(deps, { body: opened.account, cookies: [...cookies, ...own] })
  }
  return withinTries(limitsOf(deps, email, caller), attempt, { isWrong: isWrongCredentials, refuse: tooManyTries })
}

/**
 * Returns the cookies for a browser that just signed in, as complete `Set-Cookie` values: the mark of a known browser
 * and, unless someone chose a language in this browser, the account's language.
 */
export async function cookiesOf({ browsers, languageOf }: SignInOptions, headers: Headers, email: string) {
  const known = browsers.cookieFor(headers, email)
  if (cookieOf(headers.get('cookie'), LANGUAGE_COOKIE)) return [known]
  const chosen = await languageOf(email)
  const isTls = headers.get('origin')?.startsWith('https:') ?? false
  return isLanguage(chosen) ? [known, languageCookie(chosen, isTls)] : [known]
}

/** Gives a browser that has signed in to this account before its own count, apart from strangers' tries elsewhere. */
function limitsOf({ browsers, tries }: SignInDeps, email: string, { headers, address }: Caller) {
  const browser = browsers.idOf(headers, email)
  if (browser !== null)
    return [
      { limit: tries.ofKnownBrowser, key: browser },
      { limit: tries.ofKnownBrowserInADay, key: browser },
    ]
  return [
    { limit: tries.ofOneAtOnePlace, key: `${email} ${address}` },
    { limit: tries.ofAnyAtOnePlace, key: address },
    // Check this limit last, so that tries refused for their address do not slow down the account.
    { limit: tries.ofOneAnywhere, key: email },
  ]
}

async function answerSignedIn({ db }: SignInDeps, answer: Answer<{ id: string }>): Promise<Answer<SignedIn>> {
  const user = await findAccount(db, answer.body.id)
  if (!user) throw unauthenticated()
  return { body: { user }, cookies: answer.cookies }
}

/**
 * Tells whether the password is still right now that the session exists. A new password ends all sessions that exist at
 * that moment, so a slow sign-in with the old password must end its own.
 */
async function isStillRight(
  { db, identity }: SignInDeps,
  { email, password, usedHash }: { email: string; password: string; usedHash: string },
): Promise<boolean> {
  const hash = await findHashByEmail(db, email)
  // Another sign-in may have stored the same password in a newer form.
  return hash === usedHash || (hash !== null && (await identity.isPassword(password, hash)))
}

/** Makes a failed sign-in take the same time with or without an account, however the account's password is stored. */
async function withEqualTime<T>(pause: SignInDeps['pause'], attempt: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await attempt()
  } catch (error) {
    if (isWrongCredentials(error)) await pause(Math.max(0, WRONG_SIGN_IN_MS - (performance.now() - startedAt)))
    throw error
  }
}
