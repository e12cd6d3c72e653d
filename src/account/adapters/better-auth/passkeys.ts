import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { passkeyOrigin } from '../../../platform/passkey-origin.ts'

/** Sets up passkeys on our table (db/migrations/0031_passkey.sql). */
export function passkeyPlugin(publicUrl: string) {
  // Without an origin for passkeys, the service refuses before it calls the library.
  const origin = passkeyOrigin(publicUrl) ?? 'https://none.invalid'
  // The library accepts a mere touch. Our passkeys replace both factors, so we require that the device verified the
  // person.
  const require = (isVerified: boolean | undefined, code: string) => {
    if (!isVerified) throw new APIError('UNAUTHORIZED', { code })
  }
  return passkey({
    rpID: new URL(origin).hostname,
    rpName: 'ShowingBooker',
    origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification }) => {
        require(verification.registrationInfo?.userVerified, 'FAILED_TO_VERIFY_REGISTRATION')
      },
    },
    authentication: {
      afterVerification: async ({ verification }) =>
        require(verification.authenticationInfo.userVerified, 'AUTHENTICATION_FAILED'),
    },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    schema: {
      passkey: {
        modelName: 'account_passkey',
        fields: {
          userId: 'account_id',
          credentialID: 'credential_id',
          publicKey: 'public_key',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  })
}
