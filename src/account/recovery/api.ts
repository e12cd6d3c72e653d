import { allow, callerOf } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonBody } from '../../platform/http.ts'
import { limitRequests } from '../../platform/rate-limit.ts'
import { ConfirmationForm, Done, ResetForm, ResetRequest } from './contract.ts'
import type { RecoveryService } from './service.ts'

const tags = ['Account']
const tooMany = { 429: 'Too many requests' }

const requestReset = createRoute({
  method: 'post',
  path: '/api/auth/request-password-reset',
  operationId: 'requestPasswordReset',
  security: allow.everyone,
  tags,
  summary: 'Email a link to choose a new password. The answer does not reveal whether the account exists',
  request: jsonBody(ResetRequest),
  responses: answers(200, Done, { 400: 'No address', ...tooMany }),
})

const resetPassword = createRoute({
  method: 'post',
  path: '/api/auth/reset-password',
  operationId: 'resetPassword',
  security: allow.everyone,
  tags,
  summary: 'Choose a new password with the token from the email. Ends every session',
  request: jsonBody(ResetForm),
  responses: answers(200, Done, { 400: 'The password is not allowed', 410: 'The link is old or was used', ...tooMany }),
})

const requestConfirmation = createRoute({
  method: 'post',
  path: '/api/auth/send-verification-email',
  operationId: 'sendVerificationEmail',
  security: allow.signedIn,
  tags,
  summary: "Resend the link that confirms the caller's email",
  responses: answers(200, Done, { 401: 'Not signed in', 409: 'Confirmed already', ...tooMany }),
})

const confirm = createRoute({
  method: 'post',
  path: '/api/auth/verify-email',
  operationId: 'verifyEmail',
  security: allow.everyone,
  tags,
  summary: 'Confirm an email with the token from the message',
  request: jsonBody(ConfirmationForm),
  responses: answers(200, Done, { 410: 'The link is old', ...tooMany }),
})

export function recoveryApi({ recovery, rateLimitScale }: { recovery: RecoveryService; rateLimitScale: number }) {
  const api = createApi()
  const limit = limitRequests('recovery', 20, rateLimitScale)
  for (const { path } of [requestReset, resetPassword, requestConfirmation, confirm]) api.post(path, limit)
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
