import { DomainError, forbidden, unauthenticated } from '../../../platform/errors.ts'
import { emailTaken, invalidEmail, wrongCredentials, wrongPassword } from '../../account/domain.ts'
import { passkeyRefused, passkeyTooLate, unknownPasskey } from '../../passkey/domain.ts'
import { codesLocked, factorOff, factorOn, noChallenge, wrongCode } from '../../security/domain.ts'
import * as t from '../../text/adapters.ts'

const REFUSALS: Record<string, () => Error> = {
  INVALID_PASSWORD: wrongPassword,
  INVALID_CODE: wrongCode,
  INVALID_BACKUP_CODE: wrongCode,
  INVALID_TWO_FACTOR_COOKIE: noChallenge,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: noChallenge,
  ACCOUNT_TEMPORARILY_LOCKED: codesLocked,
  TOTP_ALREADY_ENABLED: factorOn,
  TOTP_NOT_ENABLED: factorOff,
  TWO_FACTOR_NOT_ENABLED: factorOff,
  BACKUP_CODES_NOT_ENABLED: factorOff,
  CHALLENGE_NOT_FOUND: passkeyTooLate,
  FAILED_TO_VERIFY_REGISTRATION: passkeyRefused,
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: passkeyRefused,
  PASSKEY_NOT_FOUND: unknownPasskey,
  AUTHENTICATION_FAILED: unknownPasskey,
}

/** Another sign-in used a recovery code at the same moment. The provider did not look whether this one is still right. */
export class RecoveryCodesChanged extends Error {}

/** Recognizes a failure to decrypt a second factor, which was encrypted with another secret. */
export const isOfOtherSecret = (error: unknown) =>
  error instanceof Error && error.stack?.includes('@noble/ciphers') === true

/** Turns a refusal by the provider into our own error. A refusal without an explanation is a fault. */
export function refusal(response: Response, answer: unknown): Error {
  const code = String((answer as { code?: unknown } | null)?.code ?? '')
  const known = REFUSALS[code]
  if (known) return known()
  // At sign-up, domain.ts has already checked the password's length. At sign-in, a password this long is wrong.
  if (code === 'INVALID_EMAIL_OR_PASSWORD' || code === 'PASSWORD_TOO_LONG') return wrongCredentials()
  if (code === 'INVALID_EMAIL' || isOfEmail(answer)) return invalidEmail()
  if (code.startsWith('USER_ALREADY_EXISTS')) return emailTaken()
  if (response.status === 401) return unauthenticated()
  if (response.status === 409) return new RecoveryCodesChanged()
  if (response.status === 403) return forbidden()
  const cause = new Error(`The identity provider answered ${response.status} ${code}`)
  if (response.status !== 400) return cause
  // The provider rejects an entry that domain.ts accepted. Its words are not meant for people.
  return new DomainError('invalid', 'invalid', t.checkEntries(), { cause })
}

/** Returns whether the refusal is about the email. The provider's body check then says `[body.email] …`. */
function isOfEmail(answer: unknown): boolean {
  const { code, message } = (answer ?? {}) as { code?: unknown; message?: unknown }
  return code === 'VALIDATION_ERROR' && String(message).includes('[body.email]')
}
