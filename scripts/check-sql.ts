import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type ts from 'typescript'
import { freshDatabase } from '../test/database.ts'
import { type Column, type Description, describeAll } from './sql-database.ts'
import { type Reading, readStatements, type Statement } from './sql-statements.ts'
import { columnsOf, judgeColumn, judgeParameter, mayBeNull, textsMissed } from './sql-types.ts'

type Problem = { place: string; message: string }
type Counts = {
  /** The number of texts that a statement can have. */
  variants: number
  columns: number
  parameters: number
  /** How many of these the check cannot resolve. */
  unknownNulls: number
}

/** Statements whose text exists only at run time: each by its file and the check's report. */
const EXCEPTIONS: { path: string; message: string; why: string }[] = [
  {
    path: 'src/platform/db/migrate.ts',
    message: 'is a statement that the check cannot follow: statement',
    why: 'a statement of a migration, which runs before anything else reads the database',
  },
  {
    path: 'src/platform/db/migrate.ts',
    message: 'is a statement that the check cannot follow: migration.sql',
    why: 'a migration: this check applies each one',
  },
  {
    path: 'src/platform/db/function-texts.ts',
    message: 'depends on what its callers pass in',
    why: "a function's text: this check applies each one",
  },
  {
    path: 'src/platform/db/own-database.ts',
    message: 'depends on what its callers pass in',
    why: 'creates the role and the database that all other statements need',
  },
  {
    path: 'src/platform/db/slow-statements.ts',
    message: 'is a text that the check does not know: text',
    why: 'explains any statement, and this check reads each one where it is written',
  },
]

/** Compares the statements with the database's description of them. */
export function compare(
  { checker, statements }: Reading,
  described: Map<string, Description>,
): { problems: Problem[]; counts: Counts } {
  const problems = new Map<string, Problem>()
  const counts: Counts = { variants: 0, columns: 0, parameters: 0, unknownNulls: 0 }
  for (const { place, row, variants } of statements)
    for (const { text, parameters } of variants) {
      const say = (message: string) => problems.set(`${place} ${message}`, { place, message })
      const description = described.get(text)
      counts.variants++
      if (!description || 'error' in description) {
        say(description?.error ?? 'was not described')
        continue
      }
      for (const [at, wanted] of description.parameters.entries()) {
        const parameter = parameters[at]
        counts.parameters++
        const verdict = parameter ? judgeParameter(checker, parameter.type, wanted) : 'unknown'
        if (verdict === 'good') continue
        const value = verdict === 'unknown' ? 'a value of an unknown type' : parameter && shown(checker, parameter.type)
        say(`${wanted.name} gets ${value}: ${parameter?.node.getText().slice(0, 60) ?? 'no value'}`)
      }
      if (row) for (const message of columnProblems(checker, row, description.columns, counts)) say(message)
    }
  return { problems: [...problems.values()], counts }
}

function* columnProblems(checker: ts.TypeChecker, row: ts.Type, columns: Column[], counts: Counts) {
  const { columns: declared, isOpen } = columnsOf(checker, row)
  for (const [name, { isOptional }] of declared)
    if (!isOptional && !columns.some((column) => column.name === name))
      yield `returns no column "${name}", which its row type has`
  for (const { name, type, canBeNull, texts } of columns) {
    const column = declared.get(name)
    counts.columns++
    if (!column && !isOpen) yield `returns a column "${name}", which its row type does not have`
    if (!column) continue
    const verdicts = column.types.map((one) => judgeColumn(checker, one, type.received))
    const said = column.types.map((one) => shown(checker, one)).join(' | ')
    if (verdicts.every((verdict) => verdict === 'wrong'))
      yield `"${name}" is ${type.name}, but its row type says ${said}`
    else if (!verdicts.includes('good')) yield `"${name}" has an unknown type in its row type`
    const missed = textsMissed(column.types, texts ?? [])
    if (missed.length > 0) yield `"${name}" can be '${missed.join("', '")}', but its row type says ${said}`
    if (column.isOptional || column.types.some(mayBeNull)) continue
    if (canBeNull === undefined) counts.unknownNulls++
    if (canBeNull) yield `"${name}" can be null, but its row type says ${said}`
  }
}

function shown(checker: ts.TypeChecker, type: ts.Type): string {
  const text = checker.typeToString(type)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

export const textsOf = ({ statements }: Reading) =>
  statements.flatMap(({ row, variants }: Statement) => variants.map(({ text }) => ({ text, hasRows: row !== null })))

/** Project files that send statements. The tests run their own. */
const sourcesOf = (root: string): string[] =>
  globSync('src/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => join(root, path))
    .filter((path) => /from '(kysely|pg)'|\.query[(<]/.test(readFileSync(path, 'utf8')))

if (import.meta.main) {
  const root = dirname(import.meta.dirname)
  // The compiler runs while the server starts.
  const opening = freshDatabase({ max: 1 })
  const reading = readStatements(root, sourcesOf(root))
  const { url, close } = await opening
  const described = await describeAll(url, textsOf(reading))
  await close()
  const { problems, counts } = compare(reading, described)
  const isExcepted = ({ place, message }: Problem, { path, message: said }: (typeof EXCEPTIONS)[number]) =>
    place.startsWith(`${path}:`) && message === said
  problems.push(...reading.unread.filter((one) => !EXCEPTIONS.some((exception) => isExcepted(one, exception))))
  for (const exception of EXCEPTIONS)
    if (!reading.unread.some((one) => isExcepted(one, exception)))
      problems.push({
        place: exception.path,
        message: 'has an exception in scripts/check-sql.ts that it does not need',
      })
  for (const { place, message } of problems) console.error(`${place}: ${message}`)
  const { variants, columns, parameters, unknownNulls } = counts
  console.log(`${reading.statements.length} statements with ${variants} texts, ${reading.unread.length} not checked`)
  console.log(`${parameters} parameters`)
  console.log(`${columns} columns, ${unknownNulls} of unknown nullness`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
