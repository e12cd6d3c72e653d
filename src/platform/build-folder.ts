import { existsSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The pages are not built yet. `message` is for a person. */
export class BuildMissing extends Error {}

const CURRENT = 'current'
/** Empty file in each build. Processes that serve the build hold SQLite's lock on it, which ends with them. */
const SERVED = 'served'
const SQLITE_BUSY = 5

/** The folder of this project's builds. A link points to the build that a server uses when it starts. */
export const BUILDS = join(import.meta.dirname, '../../build')

/** The build that this process runs, or null if it runs the sources. In a build, the server's files are in `server`. */
const OWN = dirname(dirname(import.meta.filename))
export const ownBuild = dirname(OWN) === BUILDS ? OWN : null

/** @returns the current build's real folder */
export function findBuild(builds = BUILDS): string | null {
  try {
    return realpathSync(join(builds, CURRENT))
  } catch {
    return null
  }
}

/**
 * Returns the build that this process runs, or else the current one, and keeps it until this process ends, even if a newer
 * one is built in the meantime.
 * @throws BuildMissing
 */
export function takeBuild(builds = BUILDS): string {
  for (let last: string | null = null; ; ) {
    const build = ownBuild ?? findBuild(builds)
    if (ownBuild && build === last) throw new BuildMissing('A newer build has replaced this one. Please start again.')
    if (!build || build === last)
      throw new BuildMissing('The pages are not built. Build them first: node scripts/build.ts')
    last = build
    // Open it read-only, because a server in the image does not own the files.
    const lock = open(join(build, SERVED), { readOnly: true, timeout: 10_000 })
    lock?.exec('begin; select count(*) from sqlite_schema')
    // A sweep removed it before we locked it, so another build is the current one.
    if (lock && existsSync(join(build, SERVED))) {
      held.push(lock)
      return build
    }
    lock?.close()
  }
}

/** Keeps a reference, because garbage collection would close the connection and drop its lock. */
const held: DatabaseSync[] = []

function open(file: string, options: ConstructorParameters<typeof DatabaseSync>[1]): DatabaseSync | null {
  if (!existsSync(file)) return null
  try {
    return new DatabaseSync(file, options)
  } catch (error) {
    if (existsSync(file)) throw error
    return null
  }
}

/** Makes a complete build the current one at once. Running servers keep theirs. */
export function swapIn(build: string): void {
  writeFileSync(join(build, SERVED), '')
  const builds = dirname(build)
  const link = `${build}.link`
  symlinkSync(basename(build), link)
  renameSync(link, join(builds, CURRENT))
}

/** Lists everything except the current build: older and unfinished builds, and their files. */
const othersIn = (builds: string): string[] => {
  const build = findBuild(builds)
  const kept = [CURRENT, 'lock', ...(build ? [basename(build)] : [])]
  return readdirSync(builds).filter((name) => !kept.includes(name))
}

export const hasOtherBuilds = (builds = BUILDS): boolean => othersIn(builds).length > 0

/** Deletes all builds except the current one and those in use. No other process may be building. */
export function sweepBuilds(builds = BUILDS): void {
  for (const name of othersIn(builds)) {
    const lock = open(join(builds, name, SERVED), { timeout: 0 })
    try {
      lock?.exec('pragma journal_mode = memory; begin exclusive')
      // A process that waits for the lock then sees that the build is gone.
      if (lock) rmSync(join(builds, name, SERVED), { force: true })
      rmSync(join(builds, name), { recursive: true, force: true })
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    } finally {
      lock?.close()
    }
  }
}
