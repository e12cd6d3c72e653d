import { DomainError } from '../../platform/errors.ts'
import type { AccountService } from '../account/service.ts'
import type { ComplianceService } from '../compliance/service.ts'
import { lineOf } from '../reconciliation/domain.ts'
import type { ReconciliationService } from '../reconciliation/service.ts'

const usage = `Usage: bin/admin COMMAND

  grant EMAIL   make an account an admin
  verify-log    prove every property's compliance log, entry by entry, and compare every packet on paper with it
  reconcile     finish every payment that is neither paid nor over, then prove that provider, payments and bookings agree
`

/** The command line of an operator. @returns the exit code */
export async function runAdmin(
  args: string[],
  services: { accounts: AccountService; compliance: ComplianceService; reconciliations: ReconciliationService },
): Promise<number> {
  const [command, subject] = args
  try {
    if (command === 'grant' && subject) {
      const account = await services.accounts.grantAdmin(subject)
      console.log(`${account.email} is an admin.`)
      return 0
    }
    if (command === 'verify-log') return await verifyLog(services.compliance)
    if (command === 'reconcile') return await reconcile(services.reconciliations)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    console.error(error.message)
    return 1
  }
  console.error(usage)
  return command === 'help' ? 0 : 2
}

async function verifyLog(compliance: ComplianceService): Promise<number> {
  const results = await compliance.verifyAll()
  const broken = results.filter(({ result }) => !result.valid)
  for (const { propertyId, result } of broken) {
    console.log(`${propertyId}: broken at entry ${result.brokenAt}`)
  }
  const packets = await compliance.verifyPackets()
  for (const code of packets.broken) console.log(`packet ${code}: the log does not hold its last entry any more`)
  if (packets.packets > 0)
    console.log(`${packets.packets} packets compared with the log, ${packets.broken.length} differ`)
  const entries = results.reduce((sum, { result }) => sum + result.entries, 0)
  console.log(`${results.length} properties, ${entries} entries proved, ${broken.length} broken`)
  return broken.length + packets.broken.length > 0 ? 1 : 0
}

/** Finishes what is unfinished, then says every difference. */
async function reconcile(reconciliations: ReconciliationService): Promise<number> {
  const { settled, returned, cancelled, failed, found, compared, unanswered } = await reconciliations.run('whole')
  console.log(`${settled} settled, ${returned} given back, ${cancelled} cancelled, ${failed} failed`)
  for (const difference of found) console.log(lineOf(difference))
  if (unanswered > 0) console.log(`The provider did not answer for ${unanswered} payments: not everything is compared`)
  console.log(`${compared} payments compared with the provider's books, ${found.length} differences`)
  return failed + found.length + unanswered > 0 ? 1 : 0
}
