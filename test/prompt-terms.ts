import { readFileSync } from 'node:fs'
import type { TermRule, TermTopic } from '../src/studio/moderation/contract.ts'
import type { Term } from '../src/studio/moderation/domain.ts'

/** The product's built-in terms, from its migrations. */
function termsOf(file: string): Term[] {
  const text = readFileSync(new URL(`../db/migrations/${file}`, import.meta.url), 'utf8')
  const rows = [
    ...text.slice(text.indexOf('insert into prompt_term')).matchAll(/\('([a-z]+)', ((?:'[^']*'(?:\s*\|\|\s*)?)+)\)/g),
  ]
  return rows.flatMap(([, name = '', literal = '']) => {
    const terms = [...literal.matchAll(/'([^']*)'/g)].map(([, part]) => part).join('')
    const isBlock = ['minors', 'people', 'violence', 'hate', 'abuse'].includes(name)
    return terms.split(',').map((term) => ({
      term: term.trim(),
      rule: isBlock ? ('block' as const) : (name as TermRule),
      topic: isBlock ? (name as TermTopic) : null,
    }))
  })
}

export const PROMPT_TERMS: Term[] = [
  '0040_moderation.sql',
  '0049_real_people.sql',
  '0113_minors_in_prompts.sql',
].flatMap(termsOf)
