import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import type { Problem, SourceFile } from './feature-knots.ts'

const longestReadme = 120
const readmeOfArea = /^src\/[a-z]+\/README\.md$/

/** Returns a page's links and pictures, without URLs. */
const linksOf = (text: string) =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '').filter((link) => !/^[a-z]+:/.test(link))

/** Returns the anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    let again = 0
    while (anchors.has(again ? `${anchor}-${again}` : anchor)) again++
    anchors.add(again ? `${anchor}-${again}` : anchor)
  }
  return anchors
}

/** Returns the files of tests that a page names, such as `property/form-domain.test.ts`. */
const testsIn = (text: string) => [...text.matchAll(/`([\w/.-]+\.(?:test|spec)\.tsx?)`/g)].map(([, name = '']) => name)
/** Pages about the past, which may name files that are gone. */
const isHistory = (path: string) => path === 'CHANGELOG.md' || /^docs\/decisions\/\d/.test(path)

/** Matches names of database objects, such as `booking_no_overlap`. */
const databaseNamesOf = (text: string) =>
  [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)/g)].map((match) => match[1] ?? '').filter(Boolean)

/**
 * Finds outdated statements: broken links and anchors, files of tests that are gone, and constraints, triggers, functions,
 * or columns in ARCHITECTURE.md and the areas' READMEs that no migration has.
 * @param tests the paths of all files of tests
 */
export function inspectDocs(
  pages: SourceFile[],
  migrations: string,
  exists: (path: string) => boolean,
  tests: string[],
): Problem[] {
  const problems: Problem[] = []
  const anchors = new Map(pages.map(({ path, text }) => [path, anchorsOf(text)]))
  for (const { path, text } of pages) {
    for (const link of linksOf(text)) {
      const [file, anchor] = link.split('#')
      const target = file ? normalize(join(dirname(path), file)) : path
      const isThere = !file || exists(target)
      if (!isThere || (anchor && anchors.get(target)?.has(anchor) === false))
        problems.push({ path, message: `links to ${link}, which does not exist` })
    }
    for (const name of isHistory(path) ? [] : testsIn(text))
      if (!tests.some((test) => `/${test}`.endsWith(`/${name}`)))
        problems.push({ path, message: `names ${name}, which does not exist` })
    if (path === 'README.md' && text.split('\n').length - 1 > longestReadme)
      problems.push({ path, message: `is longer than ${longestReadme} lines` })
    if (path === 'ARCHITECTURE.md' || readmeOfArea.test(path))
      for (const name of new Set(databaseNamesOf(text)))
        if (!new RegExp(`\\b${name}\\b`).test(migrations))
          problems.push({ path, message: `names ${name}, which no migration has` })
  }
  return problems
}

const INDEX = 'docs/decisions/README.md'

/** Finds decisions that the index does not list with their title. */
export function decisionProblems(pages: SourceFile[]): Problem[] {
  const index = pages.find(({ path }) => path === INDEX)?.text ?? ''
  return pages.flatMap(({ path, text }) => {
    const [, file] = /^docs\/decisions\/(\d{4}-.+)$/.exec(path) ?? []
    const [, title] = /^# \d+[.:]? (.+)$/m.exec(text) ?? []
    const entry = `[${title}](${file})`
    return !file || index.includes(entry) ? [] : [{ path: INDEX, message: `does not list ${entry}` }]
  })
}

/** Tables that the platform keeps for all areas. */
const PLATFORM_TABLES = ['event', 'idempotency_key', 'try_count', 'vendor_health']

/** Finds tables that no area's README lists under "Tables", or that two list, and listed names without a table. */
export function tableProblems(pages: SourceFile[], tables: string[]): Problem[] {
  const owners = new Map(tables.map((table) => [table, PLATFORM_TABLES.includes(table) ? ['the platform'] : []]))
  const problems: Problem[] = []
  for (const { path, text } of pages.filter((page) => readmeOfArea.test(page.path))) {
    const listed = /\n## Tables\n([\s\S]*?)(\n## |$)/.exec(text)?.[1] ?? ''
    for (const [, name = ''] of listed.matchAll(/`([a-z_]+)`/g)) {
      const known = owners.get(name)
      if (known) known.push(path)
      else problems.push({ path, message: `lists ${name}, which is not a table` })
    }
  }
  for (const [table, paths] of owners)
    if (paths.length !== 1)
      problems.push({ path: 'src', message: `the table ${table} belongs to ${paths.join(' and ') || 'no area'}` })
  return problems
}

/** Finds triggers that a README's "Triggers on `table`" does not list, and listed ones that the table does not have. */
export function triggerProblems(pages: SourceFile[], schema: string): Problem[] {
  const problems: Problem[] = []
  for (const { path, text } of pages)
    for (const [, table = '', part = ''] of text.matchAll(
      /^## Triggers on `([a-z_]+)`\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm,
    )) {
      const rows = [...part.matchAll(/^\|([^|]*`[^|]*)\|/gm)].map(([, cell = '']) => cell)
      const listed = new Set(rows.flatMap((cell) => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name)))
      const triggers = new Set(triggersOn(schema, table))
      const report = (name: string, message: string) =>
        problems.push({ path, message: `${message} ${name} on ${table}` })
      for (const name of triggers) if (!listed.has(name)) report(name, 'does not list the trigger')
      for (const name of listed) if (!triggers.has(name)) report(name, 'lists a trigger that does not exist:')
    }
  return problems
}

/** Names of a table's triggers in db/schema.sql. */
const triggersOn = (schema: string, table: string) =>
  [...schema.matchAll(/^CREATE (?:CONSTRAINT )?TRIGGER (\w+) .*? ON (\w+) /gm)].flatMap(([, name = '', on]) =>
    on === table ? [name] : [],
  )

/** Names of the tables and views in db/schema.sql. */
const tablesOf = (schema: string) =>
  [...schema.matchAll(/^create (?:table|view) ([a-z_]+) /gm)].map(([, name = '']) => name)

if (import.meta.main) {
  const root = dirname(import.meta.dirname)
  const read = async (pattern: string) => {
    const files: SourceFile[] = []
    for await (const path of glob(pattern, { cwd: root }))
      files.push({ path, text: await readFile(join(root, path), 'utf8') })
    return files
  }
  const pages = [
    ...(await read('*.md')),
    ...(await read('docs/**/*.md')),
    ...(await read('{src,packages}/*/README.md')),
    ...(await read('{bench,deploy}/**/README.md')),
  ]
  const tests = await Array.fromAsync(glob('{src,packages,scripts,test}/**/*.{test,spec}.{ts,tsx}', { cwd: root }))
  const migrations = (await read('db/{migrations,functions/*}/*.sql')).map(({ text }) => text).join('\n')
  const schema = await readFile(join(root, 'db/schema.sql'), 'utf8')
  const problems = [
    ...inspectDocs(pages, migrations, (path) => existsSync(join(root, path)), tests),
    ...decisionProblems(pages),
    ...tableProblems(pages, tablesOf(schema)),
    ...triggerProblems(pages, schema),
  ]
  for (const { path, message } of problems) console.error(`${path} ${message}`)
  console.log(`${pages.length} pages`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
