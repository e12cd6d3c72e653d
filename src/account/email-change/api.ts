import { allow, callerOf } from '../../platform/callers.ts'
import { withCookies } from '../../platform/cookie.ts'
import { answers, createApi, createRoute, jsonBody } from '../../platform/http.ts'
import * as shape from './contract.ts'
import type { EmailChangeService } from './service.ts'

const tags = ['Account']

const find = createRoute({
  method: 'get',
  path: '/api/auth/email-change',
  operationId: 'getEmailChange',
  security: allow.signedIn,
  tags,
  summary: "Return the change of the account's email that waits for its link",
  responses: answers(200, shape.EmailChangeState),
})

const request = createRoute({
  method: 'post',
  path: '/api/auth/email-change',
  operationId: 'requestEmailChange',
  security: allow.signedIn,
  limit: { perMinute: 20, sharedAs: 'recovery' },
  tags,
  summary: 'Email a link to a new address. The email changes when its owner opens the link. An earlier link ends',
  request: jsonBody(shape.EmailChangeForm),
  responses: answers(200, shape.EmailChange, {
    400: 'The new email or the password is wrong',
    409: 'Another account has this email, or this is a sample account',
    429: 'Too many wrong passwords or links',
  }),
})

const cancel = createRoute({
  method: 'delete',
  path: '/api/auth/email-change',
  operationId: 'cancelEmailChange',
  security: allow.signedIn,
  limit: { perMinute: 20, sharedAs: 'recovery' },
  tags,
  summary: 'Cancel the change. Its link ends',
  responses: answers(200, shape.Done),
})

const confirm = createRoute({
  method: 'post',
  path: '/api/auth/email-change/confirm',
  operationId: 'confirmEmailChange',
  security: allow.everyone,
  limit: { perMinute: 20, sharedAs: 'recovery' },
  tags,
  summary:
    'Change the email with the token from the link. Ends the other sessions and links, and tells the old address',
  request: jsonBody(shape.EmailChangeToken),
  responses: answers(200, shape.ChangedEmail, {
    409: 'Another account has this email now',
    410: 'The link expired or was already used',
  }),
})

export function emailChangeApi({ emailChanges }: { emailChanges: EmailChangeService }) {
  const api = createApi()
  api.openapi(find, async (c) => c.json({ change: await emailChanges.find(await c.var.actor()) }, 200))
  api.openapi(request, async (c) =>
    c.json(await emailChanges.request(await c.var.actor(), callerOf(c), c.req.valid('json')), 200),
  )
  api.openapi(cancel, async (c) => {
    await emailChanges.cancel(await c.var.actor())
    return c.json({ success: true as const }, 200)
  })
  api.openapi(confirm, async (c) => {
    const { email } = withCookies(c, await emailChanges.confirm(callerOf(c), c.req.valid('json')))
    return c.json({ email }, 200)
  })
  return api
}
