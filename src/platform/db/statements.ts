import { createHash } from 'node:crypto'

/** We prepare statements once per connection. Beyond this many distinct texts we send them unnamed. */
const MAX_NAMED_STATEMENTS = 500

const names = new Map<string, string>()

/** Names a statement by hash, not counter: behind a pooler, processes share connections and their names. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (names.size >= MAX_NAMED_STATEMENTS) return undefined
  const name = nameOf(text)
  names.set(text, name)
  return name
}

/** Returns the same name, even for a statement that we send unnamed. */
export const nameOf = (text: string) => `s${createHash('sha1').update(text).digest('hex').slice(0, 24)}`

/** Summarizes a statement without its values: `select account`, `select settle_order`. */
export function summaryOf(text: string): string {
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const called = /^\s*select\s+(\w+)\s*\(/i.exec(text)?.[1]
  const table = /\b(?:from|into|update)\s+([a-z_][\w.]*)/i.exec(text)?.[1]
  const target = called ?? table
  return target ? `${verb} ${target}` : verb
}

/** Receives each statement's text and duration, never a value. */
export type StatementListener = (text: string, ms: number) => void
