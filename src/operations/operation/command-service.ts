import { foldEmail } from '../../account/account/domain.ts'
import type { AccountService, AuditService, SecurityService } from '../../account/area.ts'
import type { ReconciliationService } from '../../money/area.ts'
import { lineOf } from '../../money/reconciliation/domain.ts'
import type { ComplianceService } from '../../notice/area.ts'
import { DomainError } from '../../platform/errors.ts'
import { formatMoney } from '../../platform/money.ts'
import type { SecurityLog } from '../../platform/security-log.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { adminUsage, isAdminCommand, readTime } from './command-domain.ts'

/** Runs an operator's command line. @returns the exit code */
export async function runAdmin(
  args: string[],
  services: {
    accounts: AccountService
    security: SecurityService
    compliance: ComplianceService
    reconciliations: ReconciliationService
    audit: Pick<AuditService, 'record'>
    securityLog: Pick<SecurityLog, 'keyOf'>
  },
): Promise<number> {
  const [command, subject = ''] = args
  if (!isAdminCommand(args)) {
    console.error(adminUsage)
    return 2
  }
  try {
    if (command === 'grant') {
      const account = await services.accounts.grantAdmin(subject, (tx, { id }) =>
        services.audit.record(
          null,
          { act: 'user.grant_admin', subjectKind: 'account', subjectId: id, details: {} },
          tx,
        ),
      )
      console.log(`${account.email} is an admin.`)
      return 0
    }
    if (command === 'second-step-off') {
      const account = await services.security.turnOff(subject, (tx, { id }) =>
        services.audit.record(
          null,
          { act: 'user.second_step_off', subjectKind: 'account', subjectId: id, details: {} },
          tx,
        ),
      )
      console.log(`${account.email} now signs in with only the password.`)
      return 0
    }
    if (command === 'log-key') {
      const email = foldEmail(subject)
      const account = await services.accounts.findByEmail(email)
      console.log(`emailKey ${services.securityLog.keyOf(email)}`)
      console.log(account ? `account  ${account.id}` : 'There is no account with this email.')
      return 0
    }
    if (command === 'verify-log') return await verifyLog(services.compliance)
    if (await refuseElsewhere(services.reconciliations)) return 1
    const since = readTime(subject)
    return since ? await listMissing(services.reconciliations, since) : await reconcile(services.reconciliations)
  } catch (error) {
    if (error instanceof VendorError) console.error(`The provider failed: ${error.message}`)
    else if (error instanceof DomainError) console.error(error.message)
    else throw error
    return 1
  }
}

async function verifyLog(compliance: ComplianceService): Promise<number> {
  const results = await compliance.verifyAll()
  const broken = results.filter(({ result }) => !result.valid)
  for (const { propertyId, result } of broken) {
    console.log(`${propertyId}: broken at entry ${result.brokenAt}`)
  }
  const checked = await compliance.verifyBundles()
  for (const code of checked.broken) console.log(`packet ${code}: the log no longer has its last entry`)
  if (checked.bundles > 0)
    console.log(`${checked.bundles} packets compared with the log, ${checked.broken.length} differ`)
  const entries = results.reduce((sum, { result }) => sum + result.entries, 0)
  console.log(`${results.length} properties, ${entries} entries proved, ${broken.length} broken`)
  return broken.length + checked.broken.length > 0 ? 1 : 0
}

/**
 * Refuses to compare payments without their vendor's keys: we would compare none, find no difference, and end orders that
 * may be paid.
 */
async function refuseElsewhere(reconciliations: ReconciliationService): Promise<boolean> {
  const unreachable = await reconciliations.findUnreachable()
  if (!unreachable) return false
  const { provider, payments } = unreachable
  console.error(`The database has ${payments} payments through ${provider}, whose keys are not set here.`)
  console.error(
    "Run this command with the server's variables. If you turned that provider off, compare at /admin/operations.",
  )
  return true
}

/** Prints the money at the provider that our books lack. */
async function listMissing(reconciliations: ReconciliationService, since: Temporal.Instant): Promise<number> {
  const { listed, missing } = await reconciliations.listMissing(since)
  for (const { intentId, status, amountCents, refundedCents, openedAt, description } of missing) {
    const what = `${formatMoney(amountCents - refundedCents)} ${status === 'succeeded' ? 'charged' : 'authorized'}`
    console.log(`${intentId}: ${what}, opened at ${openedAt}${description ? `, ${description}` : ''}`)
  }
  console.log(`${listed} payments at the provider since ${since}, ${missing.length} missing here`)
  return missing.length > 0 ? 1 : 0
}

/** Finishes unfinished payments, then prints every difference. */
async function reconcile(reconciliations: ReconciliationService): Promise<number> {
  const { settled, returned, cancelled, failed, found, compared, unanswered } = await reconciliations.run('whole')
  console.log(`${settled} settled, ${returned} refunded, ${cancelled} canceled, ${failed} failed`)
  for (const difference of found) console.log(lineOf(difference))
  if (unanswered > 0) console.log(`The provider did not answer for ${unanswered} payments, so they were not compared`)
  console.log(`${compared} payments compared with the provider, ${found.length} differences`)
  return failed + found.length + unanswered > 0 ? 1 : 0
}
