import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, chown, lstat, mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { findEmbeddedPostgres } from '../embedded-postgres.ts'

/** `message` is for a person. */
export class BackupError extends Error {}

/** @property bytes size of the database, with its log */
export type Backup = { path: string; bytes: number; files: number }

/** Files that PostgreSQL makes at each start, or that belong to the running server. Its manual lists them under "Making a Base Backup Using the Low Level API". */
const NOT_COPIED =
  /^(postmaster\.(pid|opts)|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.*|(.*\/)?(pgsql_tmp.*|pg_internal\.init.*))$/

const CONTROL = 'global/pg_control'

/**
 * Copies a data folder with its running embedded database to a new folder, from which a server can start. People can
 * book meanwhile. The files come after the database, so that each row in the copy has its file, unless someone
 * deletes or replaces it meanwhile. An interrupted backup
 * leaves only a folder named `….partial-…`.
 * @param dataFolder its real path
 * @throws BackupError
 */
export async function backUpDataFolder(
  dataFolder: string,
  target: string,
  log: (line: string) => void,
): Promise<Backup> {
  const path = resolve(target)
  let aside: string | undefined
  try {
    await requireFree(path, dataFolder)
    const running = findEmbeddedPostgres(join(dataFolder, 'postgres'))
    if (!running) throw new BackupError('The database does not run.')
    await mkdir(dirname(path), { recursive: true })
    aside = await mkdtemp(`${path}.partial-`)
    await give(aside, await lstat(dataFolder))
    await mkdir(join(aside, 'postgres'), { mode: 0o700 })
    await copyOwner(join(dataFolder, 'postgres'), join(aside, 'postgres'))
    log('Copying the database.')
    const bytes = await copyDatabase(running, join(aside, 'postgres/data'))
    log('Copying the files.')
    let files = 0
    for (const name of ['postgres/password', 'secrets.json', 'access-codes.json', 'files'])
      files += (await copyTree(join(dataFolder, name), join(aside, name))).files
    await sync(aside)
    await rename(aside, path)
    await sync(dirname(path))
    return { path, bytes, files }
  } catch (error) {
    if (aside) await rm(aside, { recursive: true, force: true }).catch(() => undefined)
    if (error instanceof BackupError) throw error
    throw new BackupError(`We could not make the backup: ${(error as Error).message}`, { cause: error })
  }
}

async function requireFree(path: string, dataFolder: string): Promise<void> {
  const way = relative(dataFolder, path)
  if (!way.startsWith('..')) throw new BackupError(`Choose a folder outside the data folder ${dataFolder}.`)
  if (await exists(path)) throw new BackupError(`${path} exists. Choose a folder that does not exist yet.`)
}

/** @returns the size in bytes */
async function copyDatabase(running: { superuserUrl: string; data: string }, target: string): Promise<number> {
  const client = new pg.Client({ connectionString: running.superuserUrl })
  // A lost connection also fails the next query.
  client.on('error', () => undefined)
  await client.connect()
  try {
    // The slot ends with the session. Until then PostgreSQL keeps the log that the copy needs.
    await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`)
    await client.query(`select pg_backup_start('showingbooker', fast => true)`)
    let { bytes } = await copyTree(running.data, target, (name) => !NOT_COPIED.test(name) && name !== CONTROL)
    await writeSynced(join(target, CONTROL), await readWhole(join(running.data, CONTROL)), join(running.data, CONTROL))
    const { rows } = await client.query<{ label: string; last: string }>(
      `select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)`,
    )
    const [{ label, last } = { label: '', last: '' }] = rows
    await writeSynced(join(target, 'backup_label'), Buffer.from(label), join(running.data, 'PG_VERSION'))
    const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? ''
    const isNeeded = (name: string) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last
    bytes += (await copyTree(join(running.data, 'pg_wal'), join(target, 'pg_wal'), isNeeded)).bytes
    return bytes
  } finally {
    await client.end()
  }
}

/**
 * Copies a file or a folder with its owners and modes, and skips what disappears meanwhile.
 * @param isWanted takes a path relative to `source`
 */
async function copyTree(
  source: string,
  target: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<{ files: number; bytes: number }> {
  const sum = { files: 0, bytes: 0 }
  const copy = async (name: string): Promise<void> => {
    if (name && !isWanted(name)) return
    const [from, to] = [join(source, name), join(target, name)]
    const facts = await lstat(from).catch(ignoreMissing)
    if (facts?.isDirectory()) {
      await mkdir(to, { recursive: true, mode: 0o700 })
      for (const one of (await readdir(from).catch(ignoreMissing)) ?? []) await copy(join(name, one))
      await copyOwner(from, to).catch(ignoreMissing)
      await sync(to)
    } else if (facts?.isFile()) {
      if ((await copyToEnd(from, to, facts.mode).then(() => true, ignoreMissing)) === undefined) return
      await give(to, facts)
      await sync(to)
      sum.files++
      sum.bytes += facts.size
    }
  }
  await copy('')
  return sum
}

/** `copyFile` never ends if the file shrinks meanwhile, as tables do when PostgreSQL cuts their empty end. */
const copyToEnd = (from: string, to: string, mode: number) =>
  pipeline(createReadStream(from), createWriteStream(to, { flags: 'wx', mode: mode & 0o777 }))

/** Reads a small file that PostgreSQL may be writing until it reads the same twice. */
async function readWhole(file: string): Promise<Buffer> {
  for (let before = await readFile(file); ; ) {
    const now = await readFile(file)
    if (now.equals(before)) return now
    before = now
  }
}

/** @param model an existing file, whose owner and mode the new one gets */
async function writeSynced(file: string, bytes: Buffer, model: string): Promise<void> {
  await writeFile(file, bytes, { mode: 0o600, flush: true })
  await copyOwner(model, file)
}

async function copyOwner(from: string, to: string): Promise<void> {
  const facts = await lstat(from)
  await give(to, facts)
  await chmod(to, facts.mode)
}

/** Only root can give files away, and only with root does the database belong to someone else. */
async function give(path: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  if (process.getuid?.() === 0) await chown(path, uid, gid)
}

async function sync(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}

const exists = async (path: string) => (await lstat(path).catch(ignoreMissing)) !== undefined

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
