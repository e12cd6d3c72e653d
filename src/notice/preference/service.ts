import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { allChoices, type Choice, type ChoiceChange, requestMustReach } from './domain.ts'
import { listChoices, saveChoice } from './repository.ts'

type PreferenceDeps = { db: Database }

/** Keeps which messages an agent gets, and how. */
export const createPreferenceService = (deps: PreferenceDeps) => withDeps(deps, { list, save })

export type PreferenceService = ReturnType<typeof createPreferenceService>

/** @throws DomainError unauthenticated */
async function list({ db }: PreferenceDeps, actor: Actor): Promise<Choice[]> {
  return allChoices(await listChoices(db, requireAccount(actor).accountId))
}

/** @throws DomainError unauthenticated, invalid */
async function save(deps: PreferenceDeps, actor: Actor, change: ChoiceChange): Promise<Choice[]> {
  const { accountId } = requireAccount(actor)
  if (!(await saveChoice(deps.db, accountId, change))) throw requestMustReach()
  return list(deps, actor)
}
