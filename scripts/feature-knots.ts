import { dirname, join } from 'node:path/posix'
import ts from 'typescript'

/** A file of the tree: its path from the root, with forward slashes, and its text. */
export type SourceFile = { path: string; text: string }
export type Problem = { path: string; message: string }

const shared = /^src\/(platform|ui|adapters)\//
/** `area/feature` of a file; an area's door is `area/area.ts`. */
const featureOf = (path: string) => (shared.test(path) ? undefined : /^src\/([^/]+\/[^/]+)(\/|$)/.exec(path)?.[1])

const importsByFile = new WeakMap<SourceFile, string[]>()

/** The relative imports of a file, which several rules ask for. */
function importsIn(file: SourceFile): string[] {
  const known = importsByFile.get(file)
  if (known) return known
  const imports = ts
    .preProcessFile(file.text)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => join(dirname(file.path), fileName))
  importsByFile.set(file, imports)
  return imports
}

/** Lists every relative import of the sources, including types. Tests may import anything and do not count. */
export function importsOf(files: SourceFile[]): { path: string; imported: string }[] {
  return files
    .filter(({ path }) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap((file) => importsIn(file).map((imported) => ({ path: file.path, imported })))
}

/** Maps each feature to the features that it imports. */
export function importsByFeature(files: SourceFile[]): Map<string, Set<string>> {
  const features = files.flatMap(({ path }) => featureOf(path) ?? [])
  const imports = new Map(features.map((feature) => [feature, new Set<string>()]))
  for (const { path, imported } of importsOf(files)) {
    const feature = featureOf(path)
    const other = featureOf(imported)
    if (feature && other && other !== feature) imports.get(feature)?.add(other)
  }
  return imports
}

/** Groups features that reach each other by imports, largest group first. */
export function knotsOf(imports: Map<string, Set<string>>): string[][] {
  const reached = new Map([...imports.keys()].map((feature) => [feature, reachableFrom(feature, imports)]))
  const left = new Set([...imports.keys()].sort())
  const knots: string[][] = []
  for (const feature of left) {
    const knot = [...left].filter((other) => reached.get(feature)?.has(other) && reached.get(other)?.has(feature))
    for (const member of knot) left.delete(member)
    if (knot.length > 0) knots.push(knot)
  }
  return knots.sort((a, b) => b.length - a.length)
}

function reachableFrom(feature: string, imports: Map<string, Set<string>>): Set<string> {
  const seen = new Set<string>()
  const open = [...(imports.get(feature) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    open.push(...(imports.get(next) ?? []))
  }
  return seen
}

/** Refuses features that import each other. The shared noun belongs below both. */
export const knotProblems = (files: SourceFile[]): Problem[] =>
  knotsOf(importsByFeature(files)).map((knot) => ({
    path: 'src',
    message: `${knot.length} features import each other, types included: ${knot.join(' ')}`,
  }))
