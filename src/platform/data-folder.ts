import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type DataFolder = {
  /** Its real path. */
  path: string
  /** Tells a second start where the first one runs. */
  announce(url: string): void
  release(): void
}

/** Another process uses the folder. `message` is for a person. */
export class DataFolderInUse extends Error {}

/** We cannot create, write, or lock the folder. `message` is for a person. */
export class DataFolderUnusable extends Error {}

const SQLITE_BUSY = 5

/**
 * Creates the data folder and takes it for this process, until `release` or until the process ends in any way. The lock
 * is SQLite's lock on an empty file, because Node has no flock. The kernel drops it with the process, so nothing is
 * stale after a kill -9, a reused process ID misleads no one, and containers that share a folder see each other.
 * @throws DataFolderInUse, DataFolderUnusable
 */
export function takeDataFolder(folder: string): DataFolder {
  const path = makeDataFolder(folder)
  const running = join(path, 'running.json')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(path, 'lock'))
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new DataFolderInUse(inUse(path, running))
    throw new DataFolderUnusable(`We cannot lock the data folder ${path}: ${(error as Error).message}.`)
  }
  const write = (url: string | null) => {
    try {
      writeFileSync(running, JSON.stringify({ pid: process.pid, url }), { mode: 0o600 })
    } catch (error) {
      throw new DataFolderUnusable(`We cannot write to the data folder ${path}: ${(error as Error).message}.`)
    }
  }
  try {
    write(null)
  } catch (error) {
    lock.close()
    throw error
  }
  return {
    path,
    announce: write,
    release() {
      rmSync(running, { force: true })
      lock.close()
    },
  }
}

/** @returns the folder's real path. @throws DataFolderUnusable */
export function makeDataFolder(folder: string): string {
  try {
    if (!existsSync(folder)) {
      mkdirSync(folder, { recursive: true })
      chmodSync(folder, 0o700)
    }
    // Root runs the database as another user, who must be able to enter but not to list the folder.
    if (process.getuid?.() === 0) chmodSync(folder, statSync(folder).mode | 0o011)
    return realpathSync(folder)
  } catch (error) {
    throw new DataFolderUnusable(`We cannot create the data folder ${folder}: ${(error as Error).message}.`)
  }
}

function inUse(path: string, running: string): string {
  const by = readRunning(running)
  const where = by ? ` (process ${by.pid}${by.url ? `, ${by.url}` : ''})` : ''
  return `ShowingBooker is already running on the data folder ${path}${where}. Stop it first, or set DATA_DIR to another folder.`
}

function readRunning(file: string): { pid: number; url: string | null } | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Another process has the lock but has not written its details yet.
    return null
  }
}
