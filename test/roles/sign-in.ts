import { type Answers, type Ask, everybody, signedIn, writers } from './callers.ts'

const asIs: Ask = () => ({})
const withPassword: Ask = () => ({ body: { password: 'a password of the tests' } })
const asNothing: Ask = () => ({ body: {} })
const noDevice = { id: 'of-nobody', rawId: 'AA', type: 'public-key', response: { clientDataJSON: 'AA' } }
const ofNoDevice: Ask = () => ({ body: { response: noDevice } })

/** Rows of the table in test/roles.test.ts. */
export const signInRoutes: Record<string, [Answers, Ask]> = {
  'POST /api/auth/sign-up/email': [everybody(400), () => ({ body: { email: 'no', password: 'short' } })],
  'POST /api/auth/sign-in/email': [everybody(401), () => ({ body: { email: 'a@b.example', password: 'wrong one' } })],
  'POST /api/auth/sign-out': [everybody(200), asIs],
  'GET /api/auth/get-session': [everybody(200), asIs],
  // A token cannot renew itself. The session's cookie renews it, as src/account/account/api.test.ts tests.
  'GET /api/auth/token': [everybody(401), asIs],
  'GET /api/auth/jwks': [everybody(200), asIs],
  'POST /api/auth/request-password-reset': [everybody(200), () => ({ body: { email: 'a@b.example' } })],
  'POST /api/auth/reset-password': [
    everybody(410),
    () => ({ body: { token: 'of-nobody', newPassword: 'a password of the tests' } }),
  ],
  'POST /api/auth/send-verification-email': [signedIn, asIs],
  'POST /api/auth/verify-email': [everybody(410), () => ({ body: { token: 'of-nobody' } })],
  'GET /api/auth/email-change': [signedIn, asIs],
  'POST /api/auth/email-change': [writers(400), () => ({ body: { newEmail: 'new@b.example', password: 'wrong one' } })],
  'DELETE /api/auth/email-change': [signedIn, asIs],
  'POST /api/auth/email-change/confirm': [everybody(410), () => ({ body: { token: 'of-nobody' } })],
  'GET /api/auth/list-sessions': [signedIn, asIs],
  'GET /api/auth/two-factor': [signedIn, asIs],
  'POST /api/auth/revoke-session': [writers(404), () => ({ body: { id: 'of-nobody' } })],
  // These need the cookie. src/account/security/service.test.ts tests them.
  'POST /api/auth/revoke-sessions': [everybody(401), asIs],
  'POST /api/auth/two-factor/enable': [everybody(401), withPassword],
  'POST /api/auth/two-factor/disable': [everybody(401), withPassword],
  'POST /api/auth/two-factor/generate-backup-codes': [everybody(401), withPassword],
  'POST /api/auth/two-factor/verify-totp': [everybody(401), () => ({ body: { code: '123456' } })],
  'POST /api/auth/two-factor/verify-backup-code': [everybody(401), () => ({ body: { code: 'abcde-fghij' } })],
  'GET /api/auth/passkey/list-user-passkeys': [signedIn, asIs],
  // Adding and removing need the cookie. src/account/passkey/service.test.ts tests them.
  'POST /api/auth/passkey/generate-register-options': [everybody(401), asNothing],
  'POST /api/auth/passkey/verify-registration': [everybody(401), ofNoDevice],
  'POST /api/auth/passkey/update-passkey': [writers(404), () => ({ body: { id: 'of-nobody', name: 'Phone' } })],
  'POST /api/auth/passkey/delete-passkey': [everybody(401), () => ({ body: { id: 'of-nobody' } })],
  'POST /api/auth/passkey/generate-authenticate-options': [everybody(200), asIs],
  'POST /api/auth/passkey/verify-authentication': [everybody(401), ofNoDevice],
}
