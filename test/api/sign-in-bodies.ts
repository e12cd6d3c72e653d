import type { Sample } from './sample.ts'

const password: Sample = { make: async () => ({ password: 'a long password' }), status: 409, byCookie: true }
const code = { make: async () => ({ code: '123456', trustDevice: true }), status: 401 }
/** An account with an unconfirmed address that waits for no code. */
export const ofSecondFactor: Record<string, Sample> = {
  '/api/auth/two-factor/enable': password,
  '/api/auth/two-factor/disable': password,
  '/api/auth/two-factor/generate-backup-codes': password,
  '/api/auth/two-factor/verify-totp': code,
  '/api/auth/two-factor/verify-backup-code': code,
}

const answer = { id: 'of-nobody', rawId: 'AA', type: 'public-key', response: { clientDataJSON: 'AA', signature: 'AA' } }
const noDevice: Sample = { make: async () => ({ response: answer }), status: 401 }
/** The same account, which has no passkey. */
export const ofPasskeys: Record<string, Sample> = {
  '/api/auth/passkey/generate-register-options': password,
  '/api/auth/passkey/verify-registration': { ...noDevice, byCookie: true },
  '/api/auth/passkey/update-passkey': { make: async () => ({ id: 'of-nobody', name: 'Phone' }), status: 404 },
  '/api/auth/passkey/delete-passkey': {
    make: async () => ({ id: 'of-nobody', password: '' }),
    status: 404,
    byCookie: true,
  },
  '/api/auth/passkey/verify-authentication': noDevice,
}

export const ofEmailChange: Record<string, Sample> = {
  '/api/auth/email-change': {
    make: async () => ({ newEmail: 'new@elsewhere.example.com', password: 'a wrong one' }),
    status: 400,
  },
  '/api/auth/email-change/confirm': { make: async () => ({ token: 'of-nobody' }), status: 410 },
}
