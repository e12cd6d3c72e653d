import { allow, callerOf } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonBody } from '../../platform/http.ts'
import { ConfirmationForm, Done, ResetForm, ResetRequest } from './contract.ts'
import type { RecoveryService } from './service.ts'

const tags = ['Account']

const requestReset = createRoute({
  method: 'post',
  path: '/api/auth/request-password-reset',
  operationId: 'requestPasswordReset',
  security: allow.everyone,
  limit: { perMinute: 20, sharedAs: 'recovery' },
  tags,
  summary: 'Email a link to choose a new password. The answer does not reveal whether the account exists',
  request: jsonBody(ResetRequest),
  responses: answers(200, Done, { 400: 'The email is missing or invalid' }),
})

const resetPassword = createRoute({
  method: 'post',
  path: '/api/auth/reset-password',
  operationId: 'resetPassword',
  security: allow.everyone,
  limit: { perMinute: 20, sharedAs: 'recovery' },
  tags,
  summary: 'Choose a new password with the token from the email. Ends every session',
  request: jsonBody(ResetForm),
  responses: answers(200, Done, { 400: 'The password is not allowed', 410: 'The link expired or was already used' }),
})

const requestConfirmation = createRoute({
  method: 'post',
  path: '/api/auth/send-verification-email',
  operationId: 'sendVerificationEmail',
  security: allow.signedIn,
  limit: { perMinute: 20, sharedAs: 'recovery' },
  tags,
  summary: "Resend the link that confirms the caller's email",
  responses: answers(200, Done, { 409: 'Already confirmed' }),
})

const confirm = createRoute({
  method: 'post',
  path: '/api/auth/verify-email',
  operationId: 'verifyEmail',
  security: allow.everyone,
  limit: { perMinute: 20, sharedAs: 'recovery' },
  tags,
  summary: 'Confirm an email with the token from the message',
  request: jsonBody(ConfirmationForm),
  responses: answers(200, Done, { 410: 'The link expired' }),
})

export function recoveryApi({ recovery }: { recovery: RecoveryService }) {
  const api = createApi()
  const done = { success: true as const }

  api.openapi(requestReset, async (c) => {
    await recovery.requestReset(callerOf(c), c.req.valid('json'))
    return c.json(done, 200)
  })
  api.openapi(resetPassword, async (c) => {
    const { cookies } = await recovery.resetPassword(callerOf(c), c.req.valid('json'))
    for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
    return c.json(done, 200)
  })
  api.openapi(requestConfirmation, async (c) => {
    await recovery.requestConfirmation(await c.var.actor())
    return c.json(done, 200)
  })
  api.openapi(confirm, async (c) => {
    await recovery.confirmEmail(c.req.valid('json'))
    return c.json(done, 200)
  })
  return api
}
