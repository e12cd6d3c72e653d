// Removes unused files from a fresh node_modules folder. scripts/prepare.sh calls it.
//   node scripts/sweep-packages.ts FOLDER run|all
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'

/** `run`: only for serving. `all`: also for development, whose compiler reads the types. */
export type Level = 'run' | 'all'

const FONTS = join(import.meta.dirname, '../src/platform/fonts.ts')
/** Headers and manual pages of the runtime. */
const RUNTIME = /^node-(bin-)?(linux|darwin)-\w+\/(include|share)\//
const RUNTIME_PROGRAM = /^node-linux-\w+\/bin\/node$/
const SOURCE_MAP = /\.(js|cjs|mjs|css|ts|mts|cts)\.map$/
/** Fonts and the specimens next to them. */
const FONT = /\.(ttf|otf)(\.png)?$/
const TYPES = /\.[mc]?tsx?$|\.flow$|\.tsbuildinfo$/
/** Matches files at the top of a package, never below its code, because some packages keep code in a folder "docs" or "test". */
const READING = /^((@[^/]+\/)?[^/]+)\/(docs?|examples?|tests?|__tests__|benchmarks?|\.github)\//
/** Files that only people read, and libraries that only compile other programs. */
const UNUSED = /\.(md|markdown|a)$/i
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
  return level === 'run' && (COMPILER.test(path) || TYPES.test(name) || READING.test(path) || UNUSED.test(name))
}

/**
 * Drops what follows the segments of a 64-bit ELF program: symbols and debugging data, 32 MB of Node's 146. The kernel
 * reads only the segments. The program may be running, so a new file takes its place.
 */
export function dropSymbols(program: string) {
  const bytes = readFileSync(program)
  if (bytes.toString('latin1', 0, 6) !== '\x7fELF\x02\x01') return
  const table = Number(bytes.readBigUInt64LE(32))
  const size = bytes.readUInt16LE(54)
  let end = table
  for (let at = table; at < table + size * bytes.readUInt16LE(56); at += size)
    end = Math.max(end, at + size, Number(bytes.readBigUInt64LE(at + 8) + bytes.readBigUInt64LE(at + 32)))
  // The program no longer has a section table, so set its offset, its length, and the index of the names to 0.
  bytes.fill(0, 40, 48).fill(0, 60, 64)
  writeFileSync(`${program}.next`, bytes.subarray(0, end), { mode: 0o755 })
  renameSync(`${program}.next`, program)
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
    if (level === 'run' && RUNTIME_PROGRAM.test(own)) dropSymbols(path)
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
