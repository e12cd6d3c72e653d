// Names the packages for this system that npm did not install. scripts/prepare.sh calls it.
//   node scripts/missing-packages.ts FOLDER run|all
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Level } from './sweep-packages.ts'

/** A package in package-lock.json. npm writes one system as a text, and several as a list. */
type Locked = { dev?: boolean; os?: string | string[]; cpu?: string | string[]; libc?: string | string[] }
export type Lock = { packages: Record<string, Locked> }

/**
 * Lists the folders of packages that name this system and are missing. npm skips an optional package that it cannot get,
 * and all packages that name a system are optional. It runs on Linux only with glibc.
 */
export function missingPackages(
  { packages }: Lock,
  { level, platform, arch, has }: { level: Level; platform: string; arch: string; has: (path: string) => boolean },
): string[] {
  const isFor = (system: string, named: string | string[] = []) => [named].flat().includes(system)
  return Object.entries(packages)
    .filter(([, { os, cpu }]) => isFor(platform, os) && isFor(arch, cpu))
    .filter(([, { libc }]) => libc === undefined || isFor('glibc', libc))
    .filter(([, { dev }]) => level === 'all' || !dev)
    .map(([path]) => path)
    .filter((path) => !has(path))
}

if (import.meta.main) {
  const [folder, level] = process.argv.slice(2)
  if (!folder || (level !== 'run' && level !== 'all'))
    throw new Error('Usage: node scripts/missing-packages.ts FOLDER run|all')
  const lock: Lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'))
  const has = (path: string) => existsSync(join(dirname(folder), path, 'package.json'))
  const missing = missingPackages(lock, { level, platform: process.platform, arch: process.arch, has })
  if (missing.length > 0) console.error(`npm did not install ${missing.join(', ')}.`)
  process.exitCode = missing.length > 0 ? 1 : 0
}
