import type { Actor } from '../../platform/actor.ts'
import type { SecurityLog } from '../../platform/security-log.ts'
import type { AccessService } from '../access/service.ts'
import { foldEmail } from '../account/domain.ts'
import type { AccountService } from '../account/service.ts'
import type { AccountDeletionService } from '../account-deletion/service.ts'
import type { EmailChangeService } from '../email-change/service.ts'
import type { PasskeyService } from '../passkey/service.ts'
import type { RecoveryService } from '../recovery/service.ts'
import type { SecurityService } from '../security/service.ts'

const idOf = (actor: Actor) => (actor.kind === 'account' ? actor.accountId : null)

/** Writes sign-ins and sign-ups to the security log, including refused ones. */
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

export function recordEmailChanges(log: SecurityLog, emailChanges: EmailChangeService): EmailChangeService {
  return {
    ...emailChanges,
    request: (actor, caller, form) =>
      log.attempt(
        { act: 'email_change_begun', factor: 'password', accountId: idOf(actor), address: caller.address },
        () => emailChanges.request(actor, caller, form),
      ),
    confirm: (caller, form) =>
      log.attempt(
        { act: 'email_changed', factor: 'email', address: caller.address },
        () => emailChanges.confirm(caller, form),
        ({ body }) => ({ accountId: body.accountId }),
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

export function recordAccountDeletions(
  log: SecurityLog,
  accountDeletions: AccountDeletionService,
): AccountDeletionService {
  return {
    ...accountDeletions,
    request: (actor, caller, form) =>
      log.attempt({ act: 'account_deleted', factor: 'password', accountId: idOf(actor), address: caller.address }, () =>
        accountDeletions.request(actor, caller, form),
      ),
  }
}
