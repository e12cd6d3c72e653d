import type { AuditService } from '../../account/area.ts'
import { type Actor, requireAdmin } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import { ID, type PageAsked, readPage } from '../../platform/paging.ts'
import { searchWords } from '../../platform/search-words.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { PropertyService } from '../../property/area.ts'
import type { Property } from '../../property/property/contract.ts'
import * as t from '../text/admin.ts'
import type { Agent, AgentPropertyForm } from './contract.ts'
import { nameParts } from './domain.ts'
import { findAgent, listAgentRows } from './repository.ts'

type AdminDeps = { db: Database; properties: Pick<PropertyService, 'addFor'>; audit: Pick<AuditService, 'record'> }

/** Lists agents for admins and adds properties for them (booking.md sections 2 and 6). */
export const createAdminService = (deps: AdminDeps) => withDeps(deps, { listAgents, addProperty })

export type AdminService = ReturnType<typeof createAdminService>

/** @throws DomainError unauthenticated, forbidden, invalid */
async function listAgents({ db }: AdminDeps, actor: Actor, wanted: PageAsked & { q: string }) {
  requireAdmin(actor)
  const page = readPage({ id: ID }, wanted)
  const found = await listAgentRows(db, { ...page, words: searchWords(wanted.q) })
  const { shown, nextCursor } = page.cut(found)
  return { agents: shown.map(({ name, ...agent }): Agent => ({ ...agent, ...nameParts(name) })), nextCursor }
}

/**
 * Adds a property for an agent.
 * @throws DomainError unauthenticated, forbidden, invalid (every issue, beginning with the agent)
 */
async function addProperty(
  { db, properties, audit }: AdminDeps,
  actor: Actor,
  { agent_id, status, ...form }: AgentPropertyForm,
): Promise<Property> {
  requireAdmin(actor)
  const agentId = agent_id ?? ''
  const agent = isUuid(agentId) ? await findAgent(db, agentId) : null
  const message = !agent ? t.selectAgent() : agent.isSuspended ? t.suspended() : null
  const agentIssues = message ? [{ path: 'agent_id', message }] : []
  const act = { act: 'property.create', subjectKind: 'property', details: { agentId } }
  const also = (tx: Database, { id }: Property) => audit.record(actor, { ...act, subjectId: id }, tx)
  return properties.addFor(actor, { agentId, agentIssues, form, status, also })
}
