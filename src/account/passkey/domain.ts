import { DomainError, type Issue, notFound } from '../../platform/errors.ts'
import { oneLine } from '../../platform/plain-text.ts'

/** We do not ask for the password again within these minutes after a sign-in. */
export const RECENT_MINUTES = 10
export const PASSKEYS_MAX = 20
const NAME_MAX = 60

export const cleanName = (name: string) => oneLine(name)

/** @param name cleaned */
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

/** The device's answer does not verify, or an account has the passkey already. */
export const passkeyRefused = () =>
  new DomainError('invalid', 'passkey_refused', 'That passkey could not be added. Please try again.')

/** The answer is the same for an unknown or removed passkey and for a forged, old or used answer. */
export const unknownPasskey = () =>
  new DomainError(
    'unauthenticated',
    'passkey_unknown',
    'That passkey opens no account here. Please use another, or your password.',
  )

export const isUnknownPasskey = (error: unknown) => error instanceof DomainError && error.code === 'passkey_unknown'

export const passkeyTooLate = () =>
  new DomainError('unauthenticated', 'passkey_expired', 'That took too long. Please try again.')
