import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { qrCodes } from '../adapters/qr-codes.ts'
import type { AreaDeps, AreaJobs } from '../area.ts'
import type { CircuitBreaker } from '../platform/circuit-breaker.ts'
import { createTryCounts } from '../platform/db/try-counts.ts'
import { placeOf } from '../platform/device-name.ts'
import { createKnownBrowsers } from '../platform/known-browser.ts'
import type { Mailer } from '../platform/mailer.ts'
import { createSecurityLog } from '../platform/security-log.ts'
import { accessApi, requireAccess } from './access/api.ts'
import { createAccessService } from './access/service.ts'
import { accountApi } from './account/api.ts'
import { accountJobs, accountSchedule } from './account/jobs.ts'
import { keepOwnTime } from './account/own-time-service.ts'
import type { Identity } from './account/ports.ts'
import { createAccountService } from './account/service.ts'
import { accountDeletionApi } from './account-deletion/api.ts'
import { accountDeletionJobs, accountDeletionSchedule } from './account-deletion/jobs.ts'
import { createAccountDeletionService } from './account-deletion/service.ts'
import { createPasswords, type Passwords } from './adapters/better-auth/passwords.ts'
import { openIdentity } from './adapters/better-auth.ts'
import { createZipArchives } from './adapters/zip-archives.ts'
import { auditApi } from './audit/api.ts'
import { createAuditService } from './audit/service.ts'
import { dataExportApi } from './data-export/api.ts'
import { dataExportJobs, dataExportSchedule } from './data-export/jobs.ts'
import type { PersonalData } from './data-export/ports.ts'
import { createDataExportService } from './data-export/service.ts'
import { emailChangeApi } from './email-change/api.ts'
import { emailChangeJobs, emailChangeSchedule } from './email-change/jobs.ts'
import { createEmailChangeService } from './email-change/service.ts'
import { passkeyApi } from './passkey/api.ts'
import { createPasskeyService } from './passkey/service.ts'
import { profileApi } from './profile/api.ts'
import { profileJobs, profileSchedule } from './profile/jobs.ts'
import { createProfileService, type ProfilePhotos } from './profile/service.ts'
import { recoveryApi } from './recovery/api.ts'
import { recoveryJobs } from './recovery/jobs.ts'
import { createRecoveryService } from './recovery/service.ts'
import { securityApi } from './security/api.ts'
import { createSecurityService } from './security/service.ts'
import * as recorded from './security-log/service.ts'
import { userApi } from './user/api.ts'
import { createUserService } from './user/service.ts'

export type { AccessService } from './access/service.ts'
export type { AccountService } from './account/service.ts'
export type { AuditService } from './audit/service.ts'
export type { PersonalData } from './data-export/ports.ts'
export type { SecurityService } from './security/service.ts'

export { keepOwnTime, requireAccess }

/** Parts that a test may replace. */
export type AccountSubstitutes = {
  passwords?: Passwords
  identity?: (real: Identity) => Identity
  /** Waits, so that all wrong passwords, and all access codes, take the same time. */
  pause?: (ms: number) => Promise<unknown>
}

type AccountDeps = AreaDeps & {
  mailer: Mailer
  /** Circuit breaker of the mail server. */
  breaker: Pick<CircuitBreaker, 'run'>
  photos: ProfilePhotos
  /** Personal data in the areas that build on this one. They add theirs when they are created. */
  personalData: PersonalData[]
}

/** Builds the account area: sign-in and its limits, profiles, user management, data export and account deletion. */
export async function createAccount(deps: AccountDeps, substitutes: AccountSubstitutes = {}) {
  const { db, clock, log, config, files, mailer, breaker, personalData } = deps
  const { publicUrl, rateLimitScale, authSecret: secret, mailFrom } = config
  const { passwords = createPasswords(), identity: identityOf = (real) => real, pause = setTimeout } = substitutes
  const identity = identityOf(await openIdentity({ db, secret, publicUrl, clock, log, passwords }))
  const counts = createTryCounts({ db, clock, secret })
  const browsers = createKnownBrowsers({ secret, publicUrl, clock })
  const securityLog = createSecurityLog({ log, secret, networkOf: placeOf })
  const shared = { db, clock, identity, publicUrl, counts, browsers, rateLimitScale, pause }
  const mail = { mailer, breaker, mailFrom }

  const recovery = recorded.recordRecovery(securityLog, createRecoveryService({ ...shared, ...mail }))
  const accounts = recorded.recordAccounts(
    securityLog,
    createAccountService({ ...shared, welcome: recovery.welcome, languageOf: recovery.languageOf }),
  )
  const access = recorded.recordAccess(
    securityLog,
    createAccessService({ ...shared, accounts, secret, codes: config.accessCodes }),
    accounts,
  )
  const security = recorded.recordSecurity(
    securityLog,
    createSecurityService({ ...shared, accounts, recovery, codes: qrCodes }),
  )
  const passkeys = recorded.recordPasskeys(securityLog, createPasskeyService({ ...shared, accounts, recovery }))
  const audit = createAuditService({ db, clock })
  const profiles = createProfileService({ db, clock, secret, photos: deps.photos })
  const emailChanges = recorded.recordEmailChanges(
    securityLog,
    createEmailChangeService({ ...shared, secret, accounts, profiles, recovery }),
  )
  const users = createUserService({ db, clock, accounts, audit, recovery })
  const store = createZipArchives(join(config.dataDir, 'archives'))
  const dataExports = createDataExportService({ db, clock, store, files, personalData })
  const accountDeletions = recorded.recordAccountDeletions(
    securityLog,
    createAccountDeletionService({
      ...shared,
      ...mail,
      accounts,
      profiles,
      security,
      audit,
      files,
      store,
      personalData,
    }),
  )
  await accounts.prepare()

  const work: AreaJobs = {
    jobs: {
      ...accountJobs(accounts),
      ...recoveryJobs(recovery),
      ...emailChangeJobs(emailChanges),
      ...profileJobs(profiles),
      ...dataExportJobs(dataExports),
      ...accountDeletionJobs(accountDeletions),
    },
    schedule: {
      ...accountSchedule,
      ...emailChangeSchedule,
      ...profileSchedule,
      ...dataExportSchedule,
      ...accountDeletionSchedule,
    },
  }
  return {
    services: {
      recovery,
      emailChanges,
      accounts,
      access,
      security,
      passkeys,
      audit,
      profiles,
      users,
      dataExports,
      accountDeletions,
      securityLog,
    },
    work,
  }
}

type AccountServices = Awaited<ReturnType<typeof createAccount>>['services']

export const accountRoutes = (deps: AccountServices) => [
  accountApi(deps),
  recoveryApi(deps),
  emailChangeApi(deps),
  accessApi(deps),
  securityApi(deps),
  passkeyApi(deps),
  profileApi(deps),
  dataExportApi(deps),
  accountDeletionApi(deps),
  auditApi(deps),
  userApi(deps),
]
