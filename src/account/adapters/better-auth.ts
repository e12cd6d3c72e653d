import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUIDv7 } from 'node:crypto'
import { getAuthenticatorName } from '@better-auth/passkey'
import { BetterAuthError, type BetterAuthOptions, betterAuth } from 'better-auth'
import { APIError, createEmailVerificationToken } from 'better-auth/api'
import { jwt } from 'better-auth/plugins/jwt'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import { cookieName } from '../../platform/cookie.ts'
import type { Database } from '../../platform/db/connect.ts'
import { createOwnOrigin } from '../../platform/own-host.ts'
import { signedCookie } from '../../platform/signed-cookie.ts'
import { createTokenCheck } from '../../platform/token-check.ts'
import { KeySet } from '../account/contract.ts'
import { accountSuspended, SESSION_SECONDS, TOKEN_SECONDS } from '../account/domain.ts'
import type { Answer, Caller, CeremonyOptions, Identity, IdentityAccount } from '../account/ports.ts'
import { CONFIRMATION_SECONDS, RESET_SECONDS } from '../recovery/domain.ts'
import { factorUnreadable, wrongCode } from '../security/domain.ts'
import { passkeyPlugin } from './better-auth/passkeys.ts'
import type { Passwords } from './better-auth/passwords.ts'
import { isOfOtherSecret, RecoveryCodesChanged, refusal } from './better-auth/refusals.ts'

export type IdentityOptions = {
  db: Database
  secret: string
  /** Origin without a trailing slash. */
  publicUrl: string
  clock: Clock
  log: Logger
  passwords: Passwords
}

const ADDRESS_HEADER = 'x-caller-address'
/** Headers that the provider uses to check a call. */
const FORWARDED = ['cookie', 'origin', 'user-agent', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']
const DAY = 24 * 3600
/** A person has ten recovery codes, so few sign-ins use one at the same moment. */
const RECOVERY_CODE_TRIES = 5
/** Values that the provider passes to our callbacks during one call. */
type Handed = { token?: string; accountId?: string; fault?: unknown; usedHash?: string }
const handed = new AsyncLocalStorage<Handed>()
const take = (found: Handed) => {
  Object.assign(handed.getStore() ?? {}, found)
}

/** Maps the provider's names to our tables (db/migrations/0001_accounts.sql). */
export function betterAuthOptions(options: IdentityOptions) {
  const { passwords } = options
  const isTls = options.publicUrl.startsWith('https:')
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' }
  return {
    appName: 'ShowingBooker',
    baseURL: options.publicUrl,
    basePath: '/api/auth',
    secret: options.secret,
    database: { db: options.db, type: 'postgres', transaction: true },
    user: { modelName: 'account', fields: { emailVerified: 'email_verified', ...times } },
    session: {
      modelName: 'account_session',
      fields: {
        userId: 'account_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
      expiresIn: SESSION_SECONDS,
      updateAge: DAY,
      // Our features decide which actions need a recent sign-in.
      freshAge: 0,
    },
    account: {
      modelName: 'account_credential',
      fields: {
        userId: 'account_id',
        accountId: 'provider_account_id',
        providerId: 'provider',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...times,
      },
    },
    // We hash the identifiers, so that someone who reads the table can't use them.
    verification: {
      modelName: 'account_verification',
      fields: { expiresAt: 'expires_at', ...times },
      storeIdentifier: 'hashed',
    },
    // domain.ts checks lengths in code points. These are UTF-16 units, at most two per code point.
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 10,
      maxPasswordLength: 256,
      password: {
        hash: passwords.hash,
        async verify(given: { password: string; hash: string }) {
          const isRight = await passwords.verify(given)
          if (isRight) take({ usedHash: given.hash })
          return isRight
        },
      },
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ token }) => take({ token }),
      onPasswordReset: async ({ user }) => take({ accountId: user.id }),
    },
    // Our routes limit requests, and the API document says how (platform/rate-limit.ts).
    rateLimit: { enabled: false },
    advanced: {
      // The library's own TLS prefix, __Secure-, would let a neighboring host set our cookies.
      cookiePrefix: cookieName('showingbooker', isTls),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isTls },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // A test compares the tables with the provider's schema. Doing so at each start would only slow it down.
      database: { generateId: () => randomUUIDv7(), validateSchema: false },
    },
    plugins: [
      passkeyPlugin(options.publicUrl),
      twoFactor({
        issuer: 'ShowingBooker',
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'account_second_factor',
            fields: {
              userId: 'account_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
      jwt({
        jwks: { rotationInterval: 90 * DAY, gracePeriod: 3600 },
        jwt: {
          issuer: options.publicUrl,
          audience: options.publicUrl,
          expirationTime: `${TOKEN_SECONDS}s`,
          // The session's ID lets us end the token with its session.
          definePayload: ({ session }) => ({ sid: session.id }),
        },
        disableSettingJwtHeader: true,
        schema: {
          jwks: {
            modelName: 'account_key',
            fields: {
              publicKey: 'public_key',
              privateKey: 'private_key',
              createdAt: 'created_at',
              expiresAt: 'expires_at',
            },
          },
        },
      }),
    ],
    onAPIError: { throw: true },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...details) => report(options.log, message, details) },
  } satisfies BetterAuthOptions
}

/** Implements our port with Better Auth. */
export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const auth = betterAuth(betterAuthOptions(options))
  const { authCookies, createAuthCookie, internalAdapter, secret } = await auth.$context
  const challengeCookie = createAuthCookie('two_factor').name

  const { passwords } = options
  const isOwnOrigin = createOwnOrigin(options.publicUrl)

  type Call = [caller: Caller, method: 'GET' | 'POST', path: string, body?: unknown]
  async function call(...[caller, method, path, body]: Call): Promise<Answer<unknown> & { usedHash: string }> {
    const headers = new Headers({ [ADDRESS_HEADER]: caller.address })
    for (const name of FORWARDED) {
      const value = caller.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    // The provider knows only the public origin.
    if (isOwnOrigin(headers.get('origin'), caller.headers.get('host'))) headers.set('origin', options.publicUrl)
    if (body !== undefined) headers.set('content-type', 'application/json')
    const init = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }
    const request = new Request(`${options.publicUrl}/api/auth${path}`, init)
    // The passkey plugin hides database errors from the caller and only logs them, so `report` picks them up.
    const kept: Handed = {}
    const response = await handed
      .run(kept, () => auth.handler(request))
      .catch((error) => {
        if (isOfSuspended(error)) throw accountSuspended(String(error.detail))
        throw isOfOtherSecret(error) ? factorUnreadable() : error
      })
    if (!response.ok && isOfSuspended(kept.fault)) throw accountSuspended(String(kept.fault.detail))
    const answer: unknown = await response.json().catch(() => null)
    if (!response.ok) throw refusal(response, answer)
    return { body: answer, cookies: response.headers.getSetCookie(), usedHash: kept.usedHash ?? '' }
  }

  /**
   * Tries a right recovery code again if another sign-in changed the stored codes in the meantime. By then the provider
   * has taken this sign-in's count of wrong codes and does not put it back, so the sign-in would have to begin again.
   */
  async function verifyRecoveryCode(caller: Caller, body: { code: string; trustDevice: boolean }) {
    const challenge = signedCookie(caller.headers.get('cookie'), challengeCookie, options.secret)
    const identifier = `2fa-attempts-${challenge}`
    for (let left = RECOVERY_CODE_TRIES; left > 0; left--) {
      const count = challenge === null ? null : await internalAdapter.findVerificationValue(identifier)
      try {
        return await call(caller, 'POST', '/two-factor/verify-backup-code', body)
      } catch (error) {
        if (!(error instanceof RecoveryCodesChanged)) throw error
        const { value, expiresAt } = count ?? {}
        if (value && expiresAt) await internalAdapter.createVerificationValue({ identifier, value, expiresAt })
      }
    }
    throw wrongCode()
  }

  const accountOfToken = createTokenCheck({
    loadKeys: () => auth.api.getJwks(),
    issuer: options.publicUrl,
    clock: options.clock,
  })

  const sessionTokenOf = (headers: Headers) =>
    signedCookie(headers.get('cookie'), authCookies.sessionToken.name, options.secret)

  return {
    async signUp(caller, form) {
      const { body, cookies } = await call(caller, 'POST', '/sign-up/email', form)
      return { body: accountOf((body as { user: IdentityAccount }).user), cookies }
    },
    async signIn(caller, form) {
      const { body, cookies, usedHash } = await call(caller, 'POST', '/sign-in/email', form)
      const answer = body as { user: IdentityAccount; token: string } | { twoFactorRedirect: true }
      const opened = 'user' in answer ? { account: accountOf(answer.user), sessionToken: answer.token } : null
      return { body: { opened, usedHash, isOldHash: !passwords.isCurrent(usedHash) }, cookies }
    },
    async enableSecondFactor(caller, password) {
      const { body, cookies } = await call(caller, 'POST', '/two-factor/enable', { password })
      const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] }
      return { body: { totpUri: totpURI, backupCodes }, cookies }
    },
    async disableSecondFactor(caller, password) {
      const { cookies } = await call(caller, 'POST', '/two-factor/disable', { password })
      return { body: null, cookies }
    },
    async renewBackupCodes(caller, password) {
      const { body, cookies } = await call(caller, 'POST', '/two-factor/generate-backup-codes', { password })
      return { body: { backupCodes: (body as { backupCodes: string[] }).backupCodes }, cookies }
    },
    async countBackupCodes(accountId) {
      try {
        const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId: accountId } })
        return backupCodes.length
      } catch (error) {
        if (error instanceof APIError || isOfOtherSecret(error)) return null
        throw error
      }
    },
    async verifySecondFactor(caller, { kind, code, trustDevice }) {
      const given = { code, trustDevice }
      const { body, cookies } =
        kind === 'totp'
          ? await call(caller, 'POST', '/two-factor/verify-totp', given)
          : await verifyRecoveryCode(caller, given)
      const { token, user } = body as { token: string; user: IdentityAccount }
      // A signed cookie may name an ended session. The provider then makes a new one.
      const isNewSession = sessionTokenOf(caller.headers) !== token
      return { body: { accountId: user.id, sessionToken: token, isNewSession }, cookies }
    },
    passkeys: {
      async registerOptions(caller) {
        const { body, cookies } = await call(caller, 'GET', '/passkey/generate-register-options')
        return { body: body as CeremonyOptions, cookies }
      },
      async register(caller, response) {
        const { body, cookies } = await call(caller, 'POST', '/passkey/verify-registration', { response })
        const { id, aaguid } = body as { id: string; aaguid: string | null }
        return { body: { id, keeper: getAuthenticatorName(aaguid) ?? null }, cookies }
      },
      async signInOptions(caller) {
        const { body, cookies } = await call(caller, 'GET', '/passkey/generate-authenticate-options')
        return { body: { ...(body as CeremonyOptions), userVerification: 'required' }, cookies }
      },
      async signIn(caller, response) {
        const { body, cookies } = await call(caller, 'POST', '/passkey/verify-authentication', { response })
        return { body: { accountId: (body as { user: { id: string } }).user.id }, cookies }
      },
    },
    async signOut(caller) {
      const { cookies } = await call(caller, 'POST', '/sign-out', {})
      return { body: null, cookies }
    },
    async session(caller, renews) {
      const path = renews ? '/get-session' : '/get-session?disableRefresh=true'
      const { body, cookies } = await call(caller, 'GET', path)
      const found = body as { session: { expiresAt: string }; user: IdentityAccount } | null
      if (!found) return { body: null, cookies }
      return { body: { expiresAt: new Date(found.session.expiresAt), account: accountOf(found.user) }, cookies }
    },
    async token(caller) {
      const { body, cookies } = await call(caller, 'GET', '/token')
      return { body: (body as { token: string }).token, cookies }
    },
    keySet: async () => KeySet.parse(await auth.api.getJwks()),
    async canSign() {
      try {
        await auth.api.signJWT({ body: { payload: {} } })
        return true
      } catch (error) {
        if (error instanceof BetterAuthError) return false
        throw error
      }
    },
    async resetToken(email) {
      const found = await handing(() => auth.api.requestPasswordReset({ body: { email } }))
      return found?.token ?? null
    },
    async ownerOfReset(token) {
      const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
      const owner = found && found.expiresAt > new Date() ? await internalAdapter.findUserById(found.value) : null
      return owner && { id: owner.id, email: owner.email, name: owner.name }
    },
    async resetPassword(body) {
      const found = await handing(() => auth.api.resetPassword({ body }))
      return found?.accountId ?? null
    },
    async confirmationToken(email) {
      const found = await internalAdapter.findUserByEmail(email)
      if (!found || found.user.emailVerified) return null
      // The library's own call takes half a second, to hide whether an account exists. A job need not hide that.
      return createEmailVerificationToken(secret, email, undefined, CONFIRMATION_SECONDS, { userId: found.user.id })
    },
    confirmEmail: async (token) => (await handing(() => auth.api.verifyEmail({ query: { token } }))) !== null,
    sessionTokenOf,
    accountOfToken,
    hashPassword: passwords.hash,
    isPassword: (password, hash) => passwords.verify({ password, hash }),
  }
}

/** Runs one of the provider's calls. @returns the values passed to our callbacks, or null if the provider refused */
async function handing(call: () => Promise<unknown>): Promise<Handed | null> {
  const found = {}
  try {
    await handed.run(found, call)
    return found
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) return null
    throw error
  }
}

/** Recognizes the database's refusal to sign in to a suspended account (db/migrations/0032_suspension.sql). */
const isOfSuspended = (error: unknown): error is { detail: unknown } =>
  Reflect.get(Object(error), 'constraint') === 'session_of_active_account'

/** Recognizes the loser of two concurrent sign-ups, of which the database accepts one. */
const isOfTakenEmail = (error: unknown) => Reflect.get(Object(error), 'constraint') === 'account_email_key'

/** Recognizes an invalid answer from a device, real or fake: an error of the check, not of a database or system. */
const isOfBadAnswer = (error: unknown) =>
  error instanceof Error && error.stack?.includes('@simplewebauthn') === true && !('code' in error)

const accountOf = ({ id, email, name, emailVerified }: IdentityAccount): IdentityAccount => ({
  id,
  email,
  name,
  emailVerified,
})

/** Logs the provider's faults without what a person typed: only where an error came from. */
function report(log: Logger, message: string, details: unknown[]) {
  const error = details.find((detail) => detail instanceof Error)
  take({ fault: error })
  // A refusal for a good reason is not a fault of the provider.
  if (isOfSuspended(error) || isOfTakenEmail(error) || isOfBadAnswer(error)) return
  log.error(
    { provider: 'better-auth', name: error?.name, code: Reflect.get(error ?? {}, 'code'), stack: error?.stack },
    message,
  )
}
