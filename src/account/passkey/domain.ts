import { DomainError, type Issue, notFound } from '../../platform/errors.ts'
import { oneLine } from '../../platform/plain-text.ts'
import * as faults from '../../platform/text/fault.ts'
import * as t from '../text/passkey.ts'

/** We do not ask for the password again for this many minutes after a sign-in. */
export const RECENT_MINUTES = 10
export const PASSKEYS_MAX = 20
const NAME_MAX = 60

export const cleanName = (name: string) => oneLine(name)

/** @param name cleaned */
export function nameIssues(name: string): Issue[] {
  const oneIssue = (message: string) => [{ path: 'name', message }]
  if (name === '') return oneIssue(t.enterName())
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters.
  if (/[\u0000-\u001f\u007f]/.test(name)) return oneIssue(faults.removeCharacters())
  return [...name].length > NAME_MAX ? oneIssue(t.tooLong({ max: NAME_MAX })) : []
}

/** Thrown when the last sign-in is not recent. */
export const passwordNeeded = () =>
  new DomainError('invalid', 'password_needed', t.enterYourPassword(), { field: 'password' })

export const noNameHere = () => new DomainError('conflict', 'passkeys_unavailable', t.unavailable())

export const tooManyPasskeys = () => new DomainError('conflict', 'too_many_passkeys', t.tooMany({ max: PASSKEYS_MAX }))

export const noSuchPasskey = () => notFound(t.none(), 'passkey_not_found')

/** Thrown when the device's answer does not verify or an account already has the passkey. */
export const passkeyRefused = () => new DomainError('invalid', 'passkey_refused', t.refused())

/** Gives the same answer for an unknown or removed passkey and for a forged, old or used device answer. */
export const unknownPasskey = () => new DomainError('unauthenticated', 'passkey_unknown', t.unknown())

export const isUnknownPasskey = (error: unknown) => error instanceof DomainError && error.code === 'passkey_unknown'

export const passkeyTooLate = () => new DomainError('unauthenticated', 'passkey_expired', t.expired())
