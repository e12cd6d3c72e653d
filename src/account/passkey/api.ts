import { allow, callerOf } from '../../platform/callers.ts'
import { withCookies } from '../../platform/cookie.ts'
import { answers, createApi, createRoute, jsonBody } from '../../platform/http.ts'
import * as shape from './contract.ts'
import type { PasskeyService } from './service.ts'

const tags = ['Account']
const withPassword = {
  400: 'Your sign-in is too old: send your password',
  429: 'Too many wrong attempts',
}

const list = createRoute({
  method: 'get',
  path: '/api/auth/passkey/list-user-passkeys',
  operationId: 'listPasskeys',
  security: allow.signedIn,
  tags,
  summary: 'List the passkeys of the account, oldest first',
  responses: answers(200, shape.Passkeys),
})

const begin = createRoute({
  method: 'post',
  path: '/api/auth/passkey/generate-register-options',
  operationId: 'startPasskeyRegistration',
  security: allow.browserSession,
  limit: { perMinute: 120, sharedAs: 'passkey' },
  tags,
  summary: 'Begin a new passkey. Returns the options for the device',
  request: jsonBody(shape.MaybePassword),
  responses: answers(200, shape.Ceremony, { ...withPassword, 409: 'Not now: the message says why' }),
})

const add = createRoute({
  method: 'post',
  path: '/api/auth/passkey/verify-registration',
  operationId: 'addPasskey',
  security: allow.browserSession,
  limit: { perMinute: 120, sharedAs: 'passkey' },
  tags,
  summary: "Add a passkey with the device's answer",
  request: jsonBody(shape.DeviceAnswer),
  responses: answers(200, shape.PasskeyDone, {
    400: "The device's answer is invalid",
    401: 'Not signed in, or it took too long',
    409: 'Passkeys need a host name and TLS',
  }),
})

const rename = createRoute({
  method: 'post',
  path: '/api/auth/passkey/update-passkey',
  operationId: 'renamePasskey',
  security: allow.signedIn,
  limit: { perMinute: 120, sharedAs: 'passkey' },
  tags,
  summary: 'Rename a passkey',
  request: jsonBody(shape.PasskeyName),
  responses: answers(200, shape.PasskeyDone, { 400: 'The name is invalid', 404: 'No such passkey of yours' }),
})

const remove = createRoute({
  method: 'post',
  path: '/api/auth/passkey/delete-passkey',
  operationId: 'deletePasskey',
  security: allow.browserSession,
  limit: { perMinute: 120, sharedAs: 'passkey' },
  tags,
  summary: 'Remove a passkey, which stops working at once',
  request: jsonBody(shape.PasskeyToRemove),
  responses: answers(200, shape.PasskeyDone, { ...withPassword, 404: 'No such passkey of yours' }),
})

const challenge = createRoute({
  method: 'post',
  path: '/api/auth/passkey/generate-authenticate-options',
  operationId: 'startPasskeySignIn',
  security: allow.everyone,
  limit: { perMinute: 120, sharedAs: 'passkey' },
  tags,
  summary: 'Begin a sign-in with a passkey',
  responses: answers(200, shape.Ceremony, {
    409: 'Passkeys need a host name and TLS',
  }),
})

const signIn = createRoute({
  method: 'post',
  path: '/api/auth/passkey/verify-authentication',
  operationId: 'signInWithPasskey',
  security: allow.everyone,
  limit: { perMinute: 120, sharedAs: 'passkey' },
  tags,
  summary: "Sign in with the device's answer (skips two-step verification)",
  request: jsonBody(shape.DeviceAnswer),
  responses: answers(200, shape.EnteredByPasskey, {
    401: 'No such passkey, or it took too long',
    409: 'Passkeys need a host name and TLS',
    429: 'Too many attempts',
  }),
})

export function passkeyApi({ passkeys }: { passkeys: PasskeyService }) {
  const api = createApi()
  const done = { success: true as const }

  api.openapi(list, async (c) => c.json({ passkeys: await passkeys.list(await c.var.actor()) }, 200))
  api.openapi(begin, async (c) => {
    const { password } = c.req.valid('json')
    return c.json(withCookies(c, await passkeys.begin(await c.var.actor(), callerOf(c), password)), 200)
  })
  api.openapi(add, async (c) => {
    withCookies(c, await passkeys.add(await c.var.actor(), callerOf(c), c.req.valid('json')))
    return c.json(done, 200)
  })
  api.openapi(rename, async (c) => {
    await passkeys.rename(await c.var.actor(), c.req.valid('json'))
    return c.json(done, 200)
  })
  api.openapi(remove, async (c) => {
    await passkeys.remove(await c.var.actor(), callerOf(c), c.req.valid('json'))
    return c.json(done, 200)
  })
  api.openapi(challenge, async (c) => c.json(withCookies(c, await passkeys.createChallenge(callerOf(c))), 200))
  api.openapi(signIn, async (c) => c.json(withCookies(c, await passkeys.signIn(callerOf(c), c.req.valid('json'))), 200))
  return api
}
