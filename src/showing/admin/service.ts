import { foldEmail } from '../../account/account/domain.ts'
import type { AccountService, AuditService } from '../../account/area.ts'
import type { ReconciliationService } from '../../money/area.ts'
import { lineOf } from '../../money/reconciliation/domain.ts'
import type { ComplianceService } from '../../notice/area.ts'
import { type Actor, requireAdmin } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError } from '../../platform/errors.ts'
import { ID, type PageAsked, readPage } from '../../platform/paging.ts'
import { searchWords } from '../../platform/search-words.ts'
import type { SecurityLog } from '../../platform/security-log.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { PropertyService } from '../../property/area.ts'
import type { Property } from '../../property/property/contract.ts'
import type { Agent, AgentPropertyForm } from './contract.ts'
import { nameParts } from './domain.ts'
import * as rows from './repository.ts'

const usage = `Usage: bin/admin COMMAND

  grant EMAIL   make an account an admin
  log-key EMAIL say what stands for an email in the log: key and id of its account
  verify-log    prove every property's compliance log, entry by entry, and compare every packet on paper with it
  reconcile     finish every payment that is neither paid nor over, then prove that provider, payments and bookings agree
`

/** The command line of an operator. @returns the exit code */
export async function runAdmin(
  args: string[],
  services: {
    accounts: AccountService
    compliance: ComplianceService
    reconciliations: ReconciliationService
    audit: Pick<AuditService, 'record'>
    securityLog: Pick<SecurityLog, 'keyOf'>
  },
): Promise<number> {
  const [command, subject] = args
  const given = args.length - 1
  try {
    if (command === 'grant' && subject && given === 1) {
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
    if (command === 'log-key' && subject && given === 1) {
      const email = foldEmail(subject)
      const account = await services.accounts.findByEmail(email)
      console.log(`emailKey ${services.securityLog.keyOf(email)}`)
      console.log(account ? `account  ${account.id}` : 'There is no account with this email.')
      return 0
    }
    if (command === 'verify-log' && given === 0) return await verifyLog(services.compliance)
    if (command === 'reconcile' && given === 0) return await reconcile(services.reconciliations)
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

type Options = { db: Database; properties: Pick<PropertyService, 'addFor'>; audit: Pick<AuditService, 'record'> }

/** What an admin sees of all agents, and does for one of them (booking.md sections 2 and 6). */
export function createAdminService({ db, properties, audit }: Options) {
  return {
    /** @throws DomainError unauthenticated, forbidden, invalid */
    async listAgents(actor: Actor, wanted: PageAsked & { q: string }) {
      requireAdmin(actor)
      const page = readPage({ id: ID }, wanted)
      const found = await rows.listAgents(db, { ...page, words: searchWords(wanted.q) })
      const { shown, nextCursor } = page.cut(found)
      return { agents: shown.map(({ name, ...agent }): Agent => ({ ...agent, ...nameParts(name) })), nextCursor }
    },

    /** @throws DomainError unauthenticated, forbidden, invalid: every fault, the agent's first */
    async addProperty(actor: Actor, { agent_id, status, ...form }: AgentPropertyForm): Promise<Property> {
      requireAdmin(actor)
      const agentId = agent_id ?? ''
      const agent = isUuid(agentId) ? await rows.findAgent(db, agentId) : null
      const message = !agent ? 'Please select an agent' : agent.isSuspended ? 'This account is suspended' : null
      const agentIssues = message ? [{ path: 'agent_id', message }] : []
      const act = { act: 'property.create', subjectKind: 'property', details: { agentId } }
      const also = (tx: Database, { id }: Property) => audit.record(actor, { ...act, subjectId: id }, tx)
      return properties.addFor(actor, { agentId, agentIssues, form, status, also })
    },
  }
}

export type AdminService = ReturnType<typeof createAdminService>
