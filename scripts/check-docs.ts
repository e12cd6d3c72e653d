import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import type { Problem, SourceFile } from './check-structure.ts'

const longestReadme = 120

/** Paths that the pages link to or show as pictures, relative to the page; addresses and anchors left out. */
const linksOf = (text: string) =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => (match[1] ?? '').replace(/#.*$/, ''))
    .filter((link) => link && !/^[a-z]+:/.test(link))

/** Names in the manner of the database, such as `booking_no_overlap`. */
const databaseNamesOf = (text: string) =>
  [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)/g)].map((match) => match[1] ?? '').filter(Boolean)

/**
 * What the pages say that is no longer so: links that lead nowhere, and invariants of ARCHITECTURE.md whose constraint,
 * trigger, function or column no migration has.
 */
export function inspectDocs(pages: SourceFile[], migrations: string, exists: (path: string) => boolean): Problem[] {
  const problems: Problem[] = []
  for (const { path, text } of pages) {
    for (const link of linksOf(text))
      if (!exists(normalize(join(dirname(path), link))))
        problems.push({ path, message: `links to ${link}, which is not there` })
    if (path === 'README.md' && text.split('\n').length - 1 > longestReadme)
      problems.push({ path, message: `is longer than ${longestReadme} lines` })
    if (path === 'ARCHITECTURE.md')
      for (const name of new Set(databaseNamesOf(text)))
        if (!new RegExp(`\\b${name}\\b`).test(migrations))
          problems.push({ path, message: `names ${name}, which no migration has` })
  }
  return problems
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname)
  const read = async (pattern: string) => {
    const files: SourceFile[] = []
    for await (const path of glob(pattern, { cwd: root }))
      files.push({ path, text: await readFile(join(root, path), 'utf8') })
    return files
  }
  const pages = [...(await read('*.md')), ...(await read('docs/**/*.md'))]
  const migrations = (await read('db/migrations/*.sql')).map(({ text }) => text).join('\n')
  const problems = inspectDocs(pages, migrations, (path) => existsSync(join(root, path)))
  for (const { path, message } of problems) console.error(`${path} ${message}`)
  console.log(`${pages.length} pages`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
