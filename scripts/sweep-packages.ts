// Removes unused files from a fresh node_modules folder. scripts/prepare.sh calls it.
//   node scripts/sweep-packages.ts FOLDER run|all
import { readFileSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'

/** `run`: only for serving. `all`: also for development, whose compiler reads the types. */
export type Level = 'run' | 'all'

const FONTS = join(import.meta.dirname, '../src/platform/fonts.ts')
/** Headers and manual pages of the runtime. */
const RUNTIME = /^node-(bin-)?(linux|darwin)-\w+\/(include|share)\//
const SOURCE_MAP = /\.(js|cjs|mjs|css|ts|mts|cts)\.map$/
const FONT = /\.(ttf|otf)$/
const TYPES = /\.[mc]?tsx?$|\.flow$|\.tsbuildinfo$/
/** Matches files at the top of a package, never below its code, because some packages keep code in a folder "docs" or "test". */
const READING = /^((@[^/]+\/)?[^/]+)\/(docs?|examples?|tests?|__tests__|benchmarks?|\.github)\//
/** The compiler. Only development needs it, but it is an optional peer of packages that run. */
const COMPILER = /^typescript\//

/**
 * Tells whether a file can go. Licenses stay.
 * @param path within node_modules, outside nested packages
 * @param fonts names of the font files that are used
 */
export function isSuperfluous(path: string, level: Level, fonts: (name: string) => boolean): boolean {
  const name = basename(path)
  if (/licen[cs]e|notice|copying/i.test(name)) return false
  if (RUNTIME.test(path) || SOURCE_MAP.test(name)) return true
  if (FONT.test(name)) return /^@(embedpdf|expo-google-fonts)\//.test(path) && !fonts(name)
  return level === 'run' && (COMPILER.test(path) || TYPES.test(name) || READING.test(path))
}

/** Drops the packages around a path: `a/node_modules/b/c` becomes `b/c`. */
const inPackage = (path: string) => path.split(`node_modules${sep}`).at(-1) ?? path

/** @returns the removed files */
export async function sweep(folder: string, level: Level): Promise<string[]> {
  const named = readFileSync(FONTS, 'utf8')
  const gone: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const own = inPackage(path.slice(folder.length + 1))
    if (!isSuperfluous(own, level, (name) => named.includes(name))) continue
    rmSync(path)
    gone.push(own)
  }
  return gone
}

if (import.meta.main) {
  const [folder, level] = process.argv.slice(2)
  if (!folder || (level !== 'run' && level !== 'all'))
    throw new Error('Usage: node scripts/sweep-packages.ts FOLDER run|all')
  await sweep(folder, level)
}
