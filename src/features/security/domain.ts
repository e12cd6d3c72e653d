import { DomainError, type Issue, notFound } from '../../platform/errors.ts'

export type CodeKind = 'totp' | 'backup'

export const passwordIssues = (password: string): Issue[] =>
  password === '' ? [{ path: 'password', message: 'Please enter your password' }] : []

/** As it is compared: people write blanks and hyphens into codes. */
export const cleanCode = (code: string, kind: CodeKind) => code.replace(kind === 'totp' ? /[\s-]/g : /\s/g, '')

export function codeIssues(code: string, kind: CodeKind): Issue[] {
  const say = (message: string) => [{ path: 'code', message }]
  if (code === '') return say('Please enter a code')
  if (kind === 'totp' && !/^\d{6}$/.test(code)) return say('The code has six digits')
  return []
}

export const wrongPassword = () =>
  new DomainError('invalid', 'wrong_password', 'That is not your password.', { field: 'password' })

export const isWrongPassword = (error: unknown) => error instanceof DomainError && error.code === 'wrong_password'

/** The same for a wrong code, an old one and one that was used. */
export const wrongCode = () =>
  new DomainError('unauthenticated', 'invalid_code', 'That code is not right. Please try again.', { field: 'code' })

export const isWrongCode = (error: unknown) => error instanceof DomainError && error.code === 'invalid_code'

export const noChallenge = () =>
  new DomainError('unauthenticated', 'challenge_expired', 'That took too long. Please sign in again.')

export const factorOn = () => new DomainError('conflict', 'second_factor_on', 'The second step is on already.')

export const factorOff = () => new DomainError('conflict', 'second_factor_off', 'The second step is off.')

/** Who does not read the mailbox cannot lock out who does: an address is confirmed before a lock is put on its account. */
export const unconfirmed = () =>
  new DomainError('conflict', 'email_unconfirmed', 'Please confirm your email address first.')

export const noSuchSession = () => notFound('There is no such session.', 'session_not_found')

const BROWSERS: [pattern: RegExp, name: string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*Safari\//, 'Safari'],
]
const SYSTEMS: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** What a person calls the thing that he signed in with. */
export function deviceOf(userAgent: string | null): string {
  const find = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Another program'
}

/** Enough of an address to know one's own network by, and no more: the last byte, or all but 48 bits, is left out. */
export function placeOf(address: string | null): string | null {
  if (!address) return null
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1]
  if (v4) return `${v4}.*`
  if (!address.includes(':')) return null
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  // Zeros that "::" stands for count where they come first.
  while (tail !== undefined && groups.length < 3) groups.push('0')
  return `${groups.slice(0, 3).join(':')}:*`
}
