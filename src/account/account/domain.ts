import type { TryCounts } from '../../platform/db/try-counts.ts'
import { isEmail } from '../../platform/email.ts'
import { DomainError, type Issue } from '../../platform/errors.ts'
import { lengthOf, oneLine } from '../../platform/plain-text.ts'
import * as faults from '../../platform/text/fault.ts'
import * as t from '../text/account.ts'
import type { AgentContact, AgentProfileForm, SignIn, SignUp } from './contract.ts'

/**
 * A session lasts a week from its last renewal, and at most thirty days, which the database enforces. A token lasts 15
 * minutes (decisions.md section 2).
 */
export const SESSION_SECONDS = 7 * 24 * 3600
export const SESSION_DAYS_MAX = 30
export const TOKEN_SECONDS = 15 * 60
export const PASSWORD_MIN = 10
const PASSWORD_MAX = 128

/** No email reaches such an address (RFC 6761, section 6.4). Only accounts without a person have one. */
const NOBODYS = /\.invalid\.?$/

/** Trims an email and puts it in lower case. We compare and store it like this, so one email is one account. */
export const foldEmail = (email: string) => email.trim().toLowerCase()

/** Lists issues in the order of the form. */
export function signInIssues(form: Pick<SignIn, 'email' | 'password'>): Issue[] {
  const issues = emailIssues(form.email)
  if (form.password === '') issues.push({ path: 'password', message: t.enterYourPassword() })
  return issues
}

/** Checks the registration form. It requires a name, which API callers may leave out. */
export function registrationIssues(form: Pick<SignUp, 'name' | 'email' | 'password'>): Issue[] {
  const name = oneLine(form.name)
  const fault = !name ? t.enterYourName() : CONTROL.test(name) ? faults.removeCharacters() : null
  return [...(fault ? [{ path: 'name', message: fault }] : []), ...signUpIssues(form)]
}

export function signUpIssues(form: Pick<SignUp, 'email' | 'password'>): Issue[] {
  return [...emailIssues(form.email), ...newPasswordIssues(form.password, 'password')]
}

export function emailIssues(email: string): Issue[] {
  const folded = foldEmail(email)
  if (folded === '') return [{ path: 'email', message: t.enterYourEmail() }]
  if (isEmail(folded) && !NOBODYS.test(folded)) return []
  return [{ path: 'email', message: t.enterValidEmail() }]
}

/** Counts code points, which most people would call characters. */
export function newPasswordIssues(password: string, path: string): Issue[] {
  const length = [...password].length
  const oneIssue = (message: string) => [{ path, message }]
  if (length === 0) return oneIssue(t.enterPassword())
  if (length < PASSWORD_MIN) return oneIssue(t.passwordTooShort({ min: PASSWORD_MIN }))
  if (length > PASSWORD_MAX) return oneIssue(t.passwordTooLong({ max: PASSWORD_MAX }))
  return []
}

/** Lists words that someone who knows the product and the person would guess first. */
export const ownWords = ({ email, name }: { email: string; name: string }): string[] => [
  'ShowingBooker',
  'Showing',
  'Booker',
  email,
  email.slice(0, email.lastIndexOf('@')),
  ...`${email.slice(0, email.lastIndexOf('@'))} ${name}`.split(/[^\p{L}\p{M}]+/u),
]

const WEAK_PASSWORD = {
  own_words: t.weakOwnWords,
  pattern: t.weakPattern,
  common: t.weakCommon,
}

/** @param weakness as platform/password-strength.ts finds it */
export const weakPasswordMessage = (weakness: keyof typeof WEAK_PASSWORD): string => WEAK_PASSWORD[weakness]()

/** Gives the same answer for a missing account and a wrong password (studio.md section 8). */
export const wrongCredentials = () => new DomainError('unauthenticated', 'invalid_credentials', t.wrongCredentials())

/**
 * Limits wrong passwords. An unknown browser has a limit for its network address and, after more than twenty tries for
 * one account from anywhere, a growing wait but never a block. A known browser has its own count, so strangers cannot
 * block it.
 * @param scale RATE_LIMIT_SCALE
 */
export const signInLimits = (scale: number) => ({
  ofOneAtOnePlace: { tries: 5 * scale, seconds: 60 },
  ofAnyAtOnePlace: { tries: 30 * scale, seconds: 60 },
  ofOneAnywhere: { free: 20 * scale, delays: [1, 2, 4, 8, 15], forgetSeconds: 3600 },
  ofKnownBrowser: { tries: 5 * scale, seconds: 60 },
  ofKnownBrowserInADay: { free: 30 * scale, delays: [60], forgetSeconds: 24 * 3600 },
})

/** Counts wrong passwords of signed-in people, for every action that asks for the password again. */
export const passwordTries = (counts: TryCounts, rateLimitScale: number) =>
  counts('password again: account', { tries: 5 * rateLimitScale, seconds: 60 })

/** @param reason from the admin who suspended the account */
export const accountSuspended = (reason: string) =>
  new DomainError('forbidden', 'account_suspended', t.suspended({ reason: reason.replace(/[.\s]+$/, '') }))

/** A wrong sign-in takes at least this long, in milliseconds. Checking a stored password takes less. */
export const WRONG_SIGN_IN_MS = 250

export const isWrongCredentials = (error: unknown) =>
  error instanceof DomainError && error.code === 'invalid_credentials'

export const invalidEmail = () => new DomainError('invalid', 'invalid', t.enterValidEmail(), { field: 'email' })

export const emailTaken = () => new DomainError('conflict', 'email_taken', t.emailTaken(), { field: 'email' })

export const noSuchAccount = (email: string) =>
  new DomainError('not_found', 'account_not_found', t.noSuchAccount({ email }))

export const tooManyTries = (retryAfterSeconds: number) =>
  new DomainError('too_many', 'too_many_tries', t.tooManyTries(), {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)),
  })

/** Returns where we may send a person after the sign-in: a path on this site, never another origin. */
export function safeNext(next: string | null | undefined, fallback = '/overview'): string {
  if (!next?.startsWith('/') || hasControlCharacter(next)) return fallback
  const here = 'http://here.invalid'
  if (!URL.canParse(next, here)) return fallback
  const url = new URL(next, here)
  // Check the parsed form, because it reveals "//host", "/\host", and "/a/..//host".
  if (url.origin !== here || url.pathname.startsWith('//')) return fallback
  if (/^\/(login|register|api)(\/|$)/.test(url.pathname)) return fallback
  return url.pathname + url.search + url.hash
}

const hasControlCharacter = (text: string) => [...text].some((character) => character < ' ' || character === '\x7f')

/**
 * Lists names to try for a first profile, best first: the cleaned local part of the email, then the same with the random
 * end of the account's id (decisions.md section 11). Each is 3 to 32 of [A-Za-z0-9_-].
 */
export function usernameCandidates(email: string, accountId: string): string[] {
  const local = email.slice(0, email.lastIndexOf('@'))
  const cleaned = local.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '')
  const name = cleaned.slice(0, 32).padEnd(3, '_')
  const stem = cleaned.slice(0, 19).padEnd(3, '_')
  return [name, `${stem}-${accountId.slice(-4)}`, `${stem}-${accountId.slice(-12)}`]
}

const PROFILE_TEXTS = {
  agent_name: 200,
  agent_phone: 40,
  agent_email: 254,
  agent_license: 60,
  agent_brokerage: 120,
} as const
const profileFields = Object.keys(PROFILE_TEXTS) as (keyof AgentContact)[]
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters.
const CONTROL = /[\u0000-\u001f\u007f]/

/** Turns each field of the contact into one line, or null if it is empty. */
export const cleanProfile = (form: AgentProfileForm): AgentContact =>
  Object.fromEntries(profileFields.map((field) => [field, oneLine(form[field] ?? '') || null])) as AgentContact

/**
 * Tells whether a form has contact fields. A form with only the agent's schedule settings leaves the contact as it is.
 */
export const hasContact = (form: AgentProfileForm): boolean =>
  (form.shows_alone === undefined && form.travel_minutes === undefined) || profileFields.some((field) => field in form)

/** Lists every issue of a cleaned profile in the order of the form (booking.md section 5). */
export function agentProfileIssues(profile: AgentContact): Issue[] {
  return profileFields.flatMap((path) => {
    const text = profile[path]
    const oneIssue = (message: string) => [{ path, message }]
    if (!text) return path === 'agent_name' || path === 'agent_phone' ? oneIssue(t.profileIncomplete()) : []
    if (CONTROL.test(text)) return oneIssue(faults.removeCharacters())
    if (lengthOf(text) > PROFILE_TEXTS[path]) return oneIssue(t.tooLong({ max: PROFILE_TEXTS[path] }))
    if (path === 'agent_email' && !isEmail(text)) return oneIssue(t.enterValidEmail())
    const isShort = path === 'agent_phone' && text.replace(/\D/g, '').length < 10
    return isShort ? oneIssue(t.enterValidPhone()) : []
  })
}

/** What we know about an agent without a profile: the contact of their newest property, and the account. */
export type KnownContact = {
  contact: Omit<AgentContact, 'agent_name'> & {
    agent_first_name: string | null
    agent_last_name: string | null
    copied_from: string | null
  }
  account: { name: string; email: string } | undefined
}

/**
 * Returns the profile with which an agent who has not saved one begins. The contact of their newest property may be
 * copied from another person's property, so we use it only if its name or email is the account's.
 */
export function firstProfile(stored: AgentContact, { contact, account }: KnownContact): AgentContact {
  if (stored.agent_name && stored.agent_phone) return stored
  const { agent_first_name, agent_last_name, copied_from, ...ways } = contact
  const named = oneLine([agent_first_name, agent_last_name].filter(Boolean).join(' '))
  const isSame = (one: string | null | undefined, other: string | null | undefined) =>
    oneLine(one ?? '').toLowerCase() === oneLine(other ?? '').toLowerCase()
  const isOwn = !copied_from || isSame(named, account?.name) || isSame(ways.agent_email, account?.email)
  const known = { agent_name: (isOwn && named) || account?.name || null, ...(isOwn && ways) }
  return cleanProfile(Object.fromEntries(profileFields.map((field) => [field, stored[field] || known[field] || null])))
}

/** Builds the error for these issues. A message that two fields share appears once. */
export const invalidProfile = (issues: Issue[]) =>
  new DomainError('invalid', 'invalid', [...new Set(issues.map(({ message }) => message))].join('. '), { issues })

const ADJECTIVES = ['Dreamy', 'Creative', 'Mystic', 'Artistic', 'Cosmic', 'Fantasy', 'Magical', 'Wonder'] as const
const NOUNS = ['Artist', 'Creator', 'Muse', 'Dreamer', 'Vision', 'Spirit', 'Mind', 'Soul'] as const

/**
 * Makes a name that says nothing about the person, such as `CosmicMuse4711` (studio.md section 5).
 * @param pick returns a whole number from 0 to one below its argument, all equally likely
 */
export const anonymousUsername = (pick: (below: number) => number): string =>
  `${ADJECTIVES[pick(ADJECTIVES.length)]}${NOUNS[pick(NOUNS.length)]}${pick(9999)}`

export const wrongPassword = () =>
  new DomainError('invalid', 'wrong_password', t.wrongPassword(), { field: 'password' })

export const isWrongPassword = (error: unknown) => error instanceof DomainError && error.code === 'wrong_password'

/** Refuses to secure an account whose email is unconfirmed, because that could lock out the owner of the mailbox. */
export const unconfirmed = () => new DomainError('conflict', 'email_unconfirmed', t.confirmEmailFirst())

/** The terms promise 20 credits on registration. */
export const REGISTRATION_CREDITS = 20
