import { randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { withDeps } from '../../platform/use-cases.ts'
import * as t from '../text/template.ts'
import { cleanTemplate, type TemplateForm, templateChanged, tooMany } from './domain.ts'
import {
  deleteTemplate,
  findTemplate,
  insertTemplate,
  listTemplates,
  type Template,
  updateTemplate,
} from './repository.ts'

type TemplateDeps = { db: Database }

/** Keeps what an agent often writes to buyers. */
export const createTemplateService = (deps: TemplateDeps) => withDeps(deps, { list, add, change, remove })

export type TemplateService = ReturnType<typeof createTemplateService>

/** @throws DomainError unauthenticated */
const list = ({ db }: TemplateDeps, actor: Actor): Promise<Template[]> =>
  listTemplates(db, requireAccount(actor).accountId)

/** @throws DomainError unauthenticated, invalid, conflict */
async function add({ db }: TemplateDeps, actor: Actor, form: TemplateForm): Promise<Template> {
  const { accountId } = requireAccount(actor)
  const template = { id: randomUUIDv7(), ...cleanTemplate(form) }
  // Another tab may take the same place at the same time, so we try once more with the next free one.
  const isStored = (await insertTemplate(db, accountId, template)) || (await insertTemplate(db, accountId, template))
  if (!isStored) throw tooMany()
  return template
}

/**
 * @param seen the template as the person saw it. If it has changed since, we keep that change and refuse this one
 * @throws DomainError unauthenticated, invalid, not_found, conflict
 */
async function change(
  { db }: TemplateDeps,
  actor: Actor,
  id: string,
  form: TemplateForm,
  seen?: TemplateForm,
): Promise<Template> {
  const { accountId } = requireAccount(actor)
  const template = { id, ...cleanTemplate(form) }
  if (await updateTemplate(db, accountId, template, seen)) return template
  const stored = await findTemplate(db, accountId, id)
  throw stored ? templateChanged(stored) : notFound(t.templateNotFound())
}

/** @throws DomainError unauthenticated, not_found */
async function remove({ db }: TemplateDeps, actor: Actor, id: string): Promise<void> {
  if (!(await deleteTemplate(db, requireAccount(actor).accountId, id))) throw notFound(t.templateNotFound())
}
