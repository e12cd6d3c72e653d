import { DomainError, type Issue, notFound } from '../../platform/errors.ts'
import { oneLine } from '../../platform/plain-text.ts'

/** For so long after a sign-in nobody is asked for the password again. */
export const RECENT_MINUTES = 10
export const PASSKEYS_MAX = 20
export const NAME_MAX = 60

/**
 * The one origin at which passkeys of this server work, or null. A passkey belongs to a host name, and a browser uses it
 * over TLS only (WebAuthn Level 3, sections 5 and 5.1.3); this machine itself needs none, but goes by its name "localhost".
 */
export function passkeyOrigin(publicUrl: string): string | null {
  const url = new URL(publicUrl)
  if (/^(127(\.\d+){3}|\[::1\])$/.test(url.hostname)) url.hostname = 'localhost'
  const isAddress = /^(\d+(\.\d+){3}|\[.*\])$/.test(url.hostname)
  const isSafe = url.protocol === 'https:' || url.hostname === 'localhost' || url.hostname.endsWith('.localhost')
  return isAddress || !isSafe ? null : url.origin
}

/** Whether a page was reached under the name that passkeys belong to. @param url the page's own */
export function isPasskeyPage(url: string, publicUrl: string): boolean {
  const origin = passkeyOrigin(publicUrl)
  return origin !== null && new URL(origin).host === new URL(url).host
}

export const cleanName = (name: string) => oneLine(name)

/** Of a cleaned name. */
export function nameIssues(name: string): Issue[] {
  const say = (message: string) => [{ path: 'name', message }]
  if (name === '') return say('Please enter a name')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  if (/[\u0000-\u001f\u007f]/.test(name)) return say('Please remove the characters that cannot be shown')
  return [...name].length > NAME_MAX ? say(`Please use at most ${NAME_MAX} characters`) : []
}

/** The sign-in was a while ago. */
export const passwordNeeded = () =>
  new DomainError('invalid', 'password_needed', 'Please enter your password', { field: 'password' })

export const noNameHere = () =>
  new DomainError('conflict', 'passkeys_unavailable', 'Passkeys need a server with a name of its own and https.')

export const tooManyPasskeys = () =>
  new DomainError(
    'conflict',
    'too_many_passkeys',
    `That is enough: ${PASSKEYS_MAX} passkeys. Remove one first, please.`,
  )

export const noSuchPasskey = () => notFound('There is no such passkey.', 'passkey_not_found')

/** The device's answer does not hold, or the passkey is one that an account has already. */
export const passkeyRefused = () =>
  new DomainError('invalid', 'passkey_refused', 'That passkey could not be added. Please try again.')

/** The same for one that nobody has, one that was removed, and an answer that is forged, old or used. */
export const unknownPasskey = () =>
  new DomainError(
    'unauthenticated',
    'passkey_unknown',
    'That passkey opens no account here. Please use another, or your password.',
  )

export const isUnknownPasskey = (error: unknown) => error instanceof DomainError && error.code === 'passkey_unknown'

export const passkeyTooLate = () =>
  new DomainError('unauthenticated', 'passkey_expired', 'That took too long. Please try again.')
