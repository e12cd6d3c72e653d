import { z } from '@hono/zod-openapi'
import { allow, callerOf } from '../../platform/callers.ts'
import { withCookies } from '../../platform/cookie.ts'
import { answers, createApi, createRoute, jsonBody } from '../../platform/http.ts'
import {
  AdminCheck,
  AgentProfile,
  AgentProfileForm,
  CodeAsked,
  KeySet,
  Session,
  SignedIn,
  SignedOut,
  SignIn,
  SignUp,
  Token,
} from './contract.ts'
import type { AccountService } from './service.ts'

const signUp = createRoute({
  method: 'post',
  path: '/api/auth/sign-up/email',
  operationId: 'signUp',
  security: allow.everyone,
  limit: { perMinute: 20 },
  tags: ['Account'],
  summary: 'Create an account and sign in',
  request: jsonBody(SignUp),
  responses: answers(200, SignedIn, {
    400: 'The email or the password is not accepted',
    403: 'Sent from another site',
    409: 'The email already has an account',
  }),
})

const signIn = createRoute({
  method: 'post',
  path: '/api/auth/sign-in/email',
  operationId: 'signIn',
  security: allow.everyone,
  limit: { perMinute: 60 },
  tags: ['Account'],
  summary: 'Sign in and get a session cookie',
  request: jsonBody(SignIn),
  responses: answers(200, z.union([SignedIn, CodeAsked]), {
    400: 'Something is missing',
    401: 'Wrong email or password',
    403: 'Sent from another site',
    429: 'Too many wrong attempts',
  }),
})

const signOut = createRoute({
  method: 'post',
  path: '/api/auth/sign-out',
  operationId: 'signOut',
  security: allow.optionalSignIn,
  limit: { perMinute: 600 },
  tags: ['Account'],
  summary: 'Sign out, ending the session of the cookie',
  responses: answers(200, SignedOut, { 403: 'Sent from another site' }),
})

const getSession = createRoute({
  method: 'get',
  path: '/api/auth/get-session',
  operationId: 'getSession',
  security: allow.optionalSignIn,
  // Each open page may ask every other second, and a whole office may share one address.
  limit: { perMinute: 18_000 },
  tags: ['Account'],
  summary: 'Get the session of the cookie (`null` if no one is signed in)',
  responses: answers(200, Session.nullable()),
})

const getToken = createRoute({
  method: 'get',
  path: '/api/auth/token',
  operationId: 'createToken',
  security: allow.browserSession,
  limit: { perMinute: 600 },
  tags: ['Account'],
  summary: 'Get a bearer token for the session of the cookie (valid for 15 minutes)',
  responses: answers(200, Token),
})

const getKeySet = createRoute({
  method: 'get',
  path: '/api/auth/jwks',
  operationId: 'getKeySet',
  security: allow.everyone,
  tags: ['Account'],
  summary: 'Get the public keys that verify our tokens (RFC 7517)',
  responses: answers(200, KeySet),
})

const checkAdmin = createRoute({
  method: 'get',
  path: '/admin/check',
  operationId: 'checkAdmin',
  security: allow.signedIn,
  tags: ['Account'],
  summary: 'Check whether the caller is an admin',
  responses: answers(200, AdminCheck),
})

const getAgentProfile = createRoute({
  method: 'get',
  path: '/api/showingbooker/profile',
  operationId: 'getAgentProfile',
  security: allow.signedIn,
  tags: ['Account'],
  summary: 'Get the contact shown on properties with `use_public_profile`, and how your own time is kept',
  responses: answers(200, AgentProfile),
})

const saveAgentProfile = createRoute({
  method: 'put',
  path: '/api/showingbooker/profile',
  operationId: 'saveAgentProfile',
  security: allow.signedIn,
  tags: ['Account'],
  summary: 'Save the contact shown on properties (clears any field left out), and how your own time is kept',
  request: jsonBody(AgentProfileForm),
  responses: answers(200, AgentProfile, {
    400: 'A field is invalid; each issue names its field',
    409: 'Showings are too close together for this setting (`showings_too_close`; `bookings` lists them)',
  }),
})

export function accountApi({ accounts }: { accounts: AccountService }) {
  const api = createApi()
  api.openapi(signUp, async (c) => c.json(withCookies(c, await accounts.signUp(callerOf(c), c.req.valid('json'))), 200))
  api.openapi(signIn, async (c) => c.json(withCookies(c, await accounts.signIn(callerOf(c), c.req.valid('json'))), 200))
  api.openapi(signOut, async (c) => {
    withCookies(c, await accounts.signOut(callerOf(c)))
    return c.json({ success: true as const }, 200)
  })
  api.openapi(getSession, async (c) => {
    // A page does not pass on our cookies. The browser asks a second later, and gets them.
    const isOfPage = c.env?.caller !== undefined
    return c.json(withCookies(c, await accounts.getSession(callerOf(c), !isOfPage)), 200)
  })
  api.openapi(getToken, async (c) => c.json(withCookies(c, await accounts.createToken(callerOf(c))), 200))
  api.openapi(getKeySet, async (c) => {
    c.header('Cache-Control', 'public, max-age=300')
    return c.json(await accounts.getKeySet(), 200)
  })
  api.openapi(checkAdmin, async (c) => c.json(accounts.checkAdmin(await c.var.actor()), 200))
  api.openapi(getAgentProfile, async (c) => c.json(await accounts.getAgentProfile(await c.var.actor()), 200))
  api.openapi(saveAgentProfile, async (c) =>
    c.json(await accounts.saveAgentProfile(await c.var.actor(), c.req.valid('json')), 200),
  )
  return api
}
