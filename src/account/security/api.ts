import { allow, callerOf } from '../../platform/callers.ts'
import { withCookies } from '../../platform/cookie.ts'
import { answers, createApi, createRoute, jsonBody } from '../../platform/http.ts'
import * as shape from './contract.ts'
import type { SecurityService } from './service.ts'

const tags = ['Account']
const withPassword = {
  400: 'The password is wrong',
  409: 'Not now: the message says why',
  429: 'Too many wrong attempts',
}

const listSessions = createRoute({
  method: 'get',
  path: '/api/auth/list-sessions',
  operationId: 'listSessions',
  security: allow.signedIn,
  tags,
  summary: 'List where the account is signed in, last used first',
  responses: answers(200, shape.OpenSessions),
})

const endSession = createRoute({
  method: 'post',
  path: '/api/auth/revoke-session',
  operationId: 'revokeSession',
  security: allow.signedIn,
  limit: { perMinute: 60, sharedAs: 'security' },
  tags,
  summary: 'End one of these sessions at once',
  request: jsonBody(shape.SessionToEnd),
  responses: answers(200, shape.Done, { 404: 'No such session of yours' }),
})

const endAllSessions = createRoute({
  method: 'post',
  path: '/api/auth/revoke-sessions',
  operationId: 'revokeAllSessions',
  security: allow.browserSession,
  limit: { perMinute: 60, sharedAs: 'security' },
  tags,
  summary: 'Sign out everywhere, including here',
  responses: answers(200, shape.Done),
})

const getFactor = createRoute({
  method: 'get',
  path: '/api/auth/two-factor',
  operationId: 'getTwoFactor',
  security: allow.signedIn,
  tags,
  summary: 'Check whether two-step verification is on, and how many recovery codes are left',
  responses: answers(200, shape.FactorState),
})

const enable = createRoute({
  method: 'post',
  path: '/api/auth/two-factor/enable',
  operationId: 'enableTwoFactor',
  security: allow.browserSession,
  limit: { perMinute: 60, sharedAs: 'security' },
  tags,
  summary: 'Begin two-step verification. Returns a secret for an authenticator app and recovery codes',
  request: jsonBody(shape.PasswordAgain),
  responses: answers(200, shape.SecondFactor, withPassword),
})

const disable = createRoute({
  method: 'post',
  path: '/api/auth/two-factor/disable',
  operationId: 'disableTwoFactor',
  security: allow.browserSession,
  limit: { perMinute: 60, sharedAs: 'security' },
  tags,
  summary: 'Turn off two-step verification',
  request: jsonBody(shape.PasswordAgain),
  responses: answers(200, shape.Done, withPassword),
})

const renew = createRoute({
  method: 'post',
  path: '/api/auth/two-factor/generate-backup-codes',
  operationId: 'createBackupCodes',
  security: allow.browserSession,
  limit: { perMinute: 60, sharedAs: 'security' },
  tags,
  summary: 'Replace the recovery codes',
  request: jsonBody(shape.PasswordAgain),
  responses: answers(200, shape.BackupCodes, withPassword),
})

const ofCode = {
  400: 'The code is invalid',
  401: 'The code is wrong, or the sign-in took too long',
  409: 'The server can no longer check the codes of this account',
  429: 'Too many wrong codes',
}

const verifyCode = createRoute({
  method: 'post',
  path: '/api/auth/two-factor/verify-totp',
  operationId: 'verifyTotp',
  security: allow.everyone,
  limit: { perMinute: 60, sharedAs: 'security' },
  tags,
  summary: 'Finish a sign-in, or turn on two-step verification, with a code from the app',
  request: jsonBody(shape.Code),
  responses: answers(200, shape.Verified, ofCode),
})

const verifyBackupCode = createRoute({
  method: 'post',
  path: '/api/auth/two-factor/verify-backup-code',
  operationId: 'verifyBackupCode',
  security: allow.everyone,
  limit: { perMinute: 60, sharedAs: 'security' },
  tags,
  summary: 'Finish a sign-in with a recovery code, which works once',
  request: jsonBody(shape.Code),
  responses: answers(200, shape.Verified, ofCode),
})

export function securityApi({ security }: { security: SecurityService }) {
  const api = createApi()
  const done = { success: true as const }

  api.openapi(listSessions, async (c) =>
    c.json({ sessions: await security.listSessions(await c.var.actor(), callerOf(c)) }, 200),
  )
  api.openapi(endSession, async (c) => {
    await security.endSession(await c.var.actor(), c.req.valid('json').id)
    return c.json(done, 200)
  })
  api.openapi(endAllSessions, async (c) => {
    await security.endAllSessions(await c.var.actor(), callerOf(c))
    return c.json(done, 200)
  })
  api.openapi(getFactor, async (c) => c.json(await security.getFactorState(await c.var.actor()), 200))
  api.openapi(enable, async (c) => {
    const { password } = c.req.valid('json')
    return c.json(withCookies(c, await security.enable(await c.var.actor(), callerOf(c), password)), 200)
  })
  api.openapi(disable, async (c) => {
    const { password } = c.req.valid('json')
    withCookies(c, await security.disable(await c.var.actor(), callerOf(c), password))
    return c.json(done, 200)
  })
  api.openapi(renew, async (c) => {
    const { password } = c.req.valid('json')
    return c.json(withCookies(c, await security.renewBackupCodes(await c.var.actor(), callerOf(c), password)), 200)
  })
  api.openapi(verifyCode, async (c) =>
    c.json(withCookies(c, await security.verify(callerOf(c), 'totp', c.req.valid('json'))), 200),
  )
  api.openapi(verifyBackupCode, async (c) =>
    c.json(withCookies(c, await security.verify(callerOf(c), 'backup', c.req.valid('json'))), 200),
  )
  return api
}
