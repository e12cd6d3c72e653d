import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

const SOURCES = ['{src,packages,test,scripts,bench}/**/*.{ts,tsx}', '*.ts']
export const isTest = (file: string) => /\.(test\.tsx?|spec\.ts)$/.test(file)

/**
 * Returns the tests that import one of these files, directly or not, and the changed tests themselves. Only imports
 * count: we do not know what a journey reaches through the server.
 * @param imports the imports of each file, within the tree
 */
export function testsOf(changed: string[], imports: Map<string, string[]>): string[] {
  const importers = new Map<string, string[]>()
  for (const [file, targets] of imports)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file])
  const reached = new Set(changed)
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer)
  return [...reached].filter((file) => isTest(file) && imports.has(file)).sort()
}

/** Returns the imports of every source file, including those inside functions. Paths start at the root. */
export function readImports(root: string): Map<string, string[]> {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root }))
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true)
      const inTree = importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      return [file, inTree.map(({ fileName }) => relative(root, join(root, dirname(file), fileName)))]
    }),
  )
}

/** Lists the files that differ from the main branch: committed, uncommitted, and new. Paths start at the root. */
export function changedFiles(root: string): string[] {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    return status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
  }
  const [base = 'HEAD'] = git('merge-base', 'main', 'HEAD')
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])]
}
