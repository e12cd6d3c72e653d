import { DomainError, type Issue, requireValid } from '../../platform/errors.ts'
import { lengthOf } from '../../platform/plain-text.ts'
import * as t from '../text/template.ts'
import { MOST_WORDS } from '../thread/limits-domain.ts'
import { MOST_NAME, MOST_TEMPLATES } from './limits-domain.ts'
import { unknownPlaceholder } from './placeholder-domain.ts'

export type TemplateForm = { name: string; words: string }

/** Trims the texts of a form. @throws DomainError invalid */
export function cleanTemplate(form: TemplateForm): TemplateForm {
  const name = form.name.normalize('NFC').trim()
  const words = form.words.normalize('NFC').trim()
  const issues: Issue[] = []
  if (!name) issues.push({ path: 'name', message: t.enterName() })
  if (lengthOf(name) > MOST_NAME) issues.push({ path: 'name', message: t.nameTooLong({ most: MOST_NAME }) })
  if (!words) issues.push({ path: 'words', message: t.enterWords() })
  if (lengthOf(words) > MOST_WORDS) issues.push({ path: 'words', message: t.wordsTooLong({ most: MOST_WORDS }) })
  const unknown = unknownPlaceholder(words)
  if (unknown) issues.push({ path: 'words', message: t.unknownPlaceholder({ placeholder: unknown }) })
  requireValid(issues)
  return { name, words }
}

export const tooMany = () => new DomainError('conflict', 'too_many_templates', t.tooMany({ most: MOST_TEMPLATES }))

/** The error if another tab changed the template. @param template the stored one */
export const templateChanged = (template: TemplateForm) =>
  new DomainError('conflict', 'template_changed', t.templateChanged(), { details: { template } })
