import { DomainError } from '../../platform/errors.ts'
import type { AccountService } from '../account/service.ts'
import type { BookingService } from '../booking/service.ts'
import type { ComplianceService } from '../compliance/service.ts'

const usage = `Usage: bin/admin COMMAND

  grant EMAIL   make an account an admin
  verify-log    prove every property's compliance log, entry by entry
  reconcile     ask the payment provider about every payment that is neither paid nor over
`

/** The command line of an operator. @returns the exit code */
export async function runAdmin(
  args: string[],
  services: { accounts: AccountService; compliance: ComplianceService; bookings: BookingService },
): Promise<number> {
  const [command, subject] = args
  try {
    if (command === 'grant' && subject) {
      const account = await services.accounts.grantAdmin(subject)
      console.log(`${account.email} is an admin.`)
      return 0
    }
    if (command === 'verify-log') return await verifyLog(services.compliance)
    if (command === 'reconcile') {
      const { settled, returned, cancelled, failed } = await services.bookings.reconcile()
      console.log(`${settled} settled, ${returned} given back, ${cancelled} cancelled, ${failed} failed`)
      return failed > 0 ? 1 : 0
    }
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
  const entries = results.reduce((sum, { result }) => sum + result.entries, 0)
  console.log(`${results.length} properties, ${entries} entries proved, ${broken.length} broken`)
  return broken.length > 0 ? 1 : 0
}
