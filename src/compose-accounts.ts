import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type AccessService, createAccessService } from './account/access/service.ts'
import { foldEmail } from './account/account/domain.ts'
import { type AccountService, createAccountService } from './account/account/service.ts'
import type { ErasureService } from './account/erasure/service.ts'
import { createPasskeyService, type PasskeyService } from './account/passkey/service.ts'
import { createRecoveryService, type RecoveryService } from './account/recovery/service.ts'
import { createSecurityService, type SecurityService } from './account/security/service.ts'
import { createPasswords, type Passwords } from './adapters/better-auth/passwords.ts'
import { openIdentity } from './adapters/better-auth.ts'
import { qrCodes } from './adapters/qr-codes.ts'
import type { Actor } from './platform/actor.ts'
import type { CircuitBreaker } from './platform/circuit-breaker.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/db/connect.ts'
import { createTryCounts } from './platform/db/try-counts.ts'
import { placeOf } from './platform/device-name.ts'
import { createKnownBrowsers } from './platform/known-browser.ts'
import type { Mailer } from './platform/mailer.ts'
import { createSecurityLog, type SecurityLog } from './platform/security-log.ts'

export type AccountSubstitutes = {
  passwords?: Passwords
  /** Waits so that every wrong password, and every access code, takes equally long. */
  pause?: (ms: number) => Promise<unknown>
}

type AccountParts = {
  db: Database
  clock: Clock
  log: Logger
  config: Config
  mailer: Mailer
  breaker: Pick<CircuitBreaker, 'run'>
  substitutes: AccountSubstitutes | undefined
}

/** Who may sign in, by what, and how often they may try. */
export async function composeAccounts({ db, clock, log, config, mailer, breaker, substitutes = {} }: AccountParts) {
  const { publicUrl, rateLimitScale, authSecret: secret } = config
  const { passwords = createPasswords(), pause = setTimeout } = substitutes
  const identity = await openIdentity({ db, secret, publicUrl, rateLimitScale, clock, log, passwords })
  const counts = createTryCounts({ db, clock, secret })
  const browsers = createKnownBrowsers({ secret, publicUrl, clock })
  const securityLog = createSecurityLog({ log, secret, networkOf: placeOf })
  const shared = { db, clock, identity, publicUrl, counts, browsers, rateLimitScale, pause }

  const recovery = recordRecovery(
    securityLog,
    createRecoveryService({ ...shared, mailer, breaker, mailFrom: config.mailFrom }),
  )
  const accounts = recordAccounts(securityLog, createAccountService({ ...shared, welcome: recovery.welcome }))
  const access = recordAccess(
    securityLog,
    createAccessService({ ...shared, accounts, secret, codes: config.accessCodes }),
    accounts,
  )
  const security = recordSecurity(securityLog, createSecurityService({ ...shared, accounts, codes: qrCodes }))
  const passkeys = recordPasskeys(securityLog, createPasskeyService({ ...shared, accounts, recovery }))
  return { identity, recovery, accounts, access, security, passkeys, counts, securityLog }
}

const idOf = (actor: Actor) => (actor.kind === 'account' ? actor.accountId : null)

/** Which calls are written into the log for whoever asks later who was let in, and who was not. */
export function recordAccounts(log: SecurityLog, accounts: AccountService): AccountService {
  return {
    ...accounts,
    signUp: (caller, form) =>
      log.attempt(
        { act: 'sign_up', factor: 'password', email: foldEmail(form.email), address: caller.address },
        () => accounts.signUp(caller, form),
        ({ body }) => ({ accountId: body.user.id }),
      ),
    signIn: (caller, form) =>
      log.attempt(
        { act: 'sign_in', factor: 'password', email: foldEmail(form.email), address: caller.address },
        () => accounts.signIn(caller, form),
        ({ body }) => ('user' in body ? { accountId: body.user.id } : { outcome: 'code_asked' }),
      ),
    async signOut(caller) {
      const session = await accounts.sessionOf(caller.headers)
      const facts = { act: 'sign_out', accountId: session?.accountId ?? null, address: caller.address }
      return log.attempt(facts, () => accounts.signOut(caller))
    },
  }
}

export function recordRecovery(log: SecurityLog, recovery: RecoveryService): RecoveryService {
  return {
    ...recovery,
    requestReset: (caller, form) =>
      log.attempt({ act: 'reset_mail', email: foldEmail(form.email), address: caller.address }, () =>
        recovery.requestReset(caller, form),
      ),
    resetPassword: (caller, form) =>
      log.attempt(
        { act: 'password_changed', factor: 'reset_mail', address: caller.address },
        () => recovery.resetPassword(caller, form),
        ({ body }) => body,
      ),
  }
}

export function recordAccess(
  log: SecurityLog,
  access: AccessService,
  accounts: Pick<AccountService, 'sessionOf'>,
): AccessService {
  return {
    ...access,
    async enter(caller, app, code) {
      const session = await accounts.sessionOf(caller.headers)
      const facts = { act: `open_${app}`, factor: 'access_code', accountId: session?.accountId ?? null }
      return log.attempt({ ...facts, address: caller.address }, () => access.enter(caller, app, code))
    },
  }
}

export function recordSecurity(log: SecurityLog, security: SecurityService): SecurityService {
  return {
    ...security,
    verify: (caller, kind, form) =>
      log.attempt(
        { act: 'second_step', factor: kind, address: caller.address },
        () => security.verify(caller, kind, form),
        ({ body }) => ({ accountId: body.user.id }),
      ),
    enable: (actor, caller, password) =>
      log.attempt(
        { act: 'second_step_begun', factor: 'password', accountId: idOf(actor), address: caller.address },
        () => security.enable(actor, caller, password),
      ),
    disable: (actor, caller, password) =>
      log.attempt({ act: 'second_step_off', factor: 'password', accountId: idOf(actor), address: caller.address }, () =>
        security.disable(actor, caller, password),
      ),
    renewBackupCodes: (actor, caller, password) =>
      log.attempt({ act: 'recovery_codes', factor: 'password', accountId: idOf(actor), address: caller.address }, () =>
        security.renewBackupCodes(actor, caller, password),
      ),
    endSession: (actor, id) =>
      log.attempt({ act: 'session_ended', accountId: idOf(actor) }, () => security.endSession(actor, id)),
    endAllSessions: (actor, caller) =>
      log.attempt({ act: 'sessions_ended', accountId: idOf(actor), address: caller.address }, () =>
        security.endAllSessions(actor, caller),
      ),
  }
}

export function recordPasskeys(log: SecurityLog, passkeys: PasskeyService): PasskeyService {
  return {
    ...passkeys,
    signIn: (caller, answer) =>
      log.attempt(
        { act: 'sign_in', factor: 'passkey', address: caller.address },
        () => passkeys.signIn(caller, answer),
        ({ body }) => ({ accountId: body.user.id }),
      ),
    add: (actor, caller, answer) =>
      log.attempt({ act: 'passkey_added', accountId: idOf(actor), address: caller.address }, () =>
        passkeys.add(actor, caller, answer),
      ),
    remove: (actor, caller, form) =>
      log.attempt({ act: 'passkey_removed', accountId: idOf(actor), address: caller.address }, () =>
        passkeys.remove(actor, caller, form),
      ),
  }
}

export function recordErasures(log: SecurityLog, erasures: ErasureService): ErasureService {
  return {
    ...erasures,
    ask: (actor, caller, form) =>
      log.attempt({ act: 'account_deleted', factor: 'password', accountId: idOf(actor), address: caller.address }, () =>
        erasures.ask(actor, caller, form),
      ),
  }
}
