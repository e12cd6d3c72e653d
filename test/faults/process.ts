import type { Socket } from 'node:net'
import type pg from 'pg'
import { openDatabase } from '../../src/platform/db/connect.ts'

/** Thrown by a dead process, so that the rest of its work never happens. */
export class Killed extends Error {
  constructor() {
    super('killed')
    this.name = 'Killed'
  }
}

/**
 * A process that a test can kill at each boundary: before every statement and before a vendor acts on a call.
 * Nothing visible from outside happens between two boundaries.
 */
export function createProcess() {
  let passed = 0
  let killAt = Number.POSITIVE_INFINITY
  let isDead = false
  const die = () => {
    isDead = true
  }

  return {
    /** Kills the process at the n-th boundary from now, counted from 1. */
    killAfter(boundaries: number) {
      killAt = passed + boundaries
    },
    spare() {
      killAt = Number.POSITIVE_INFINITY
    },
    die,
    get isDead() {
      return isDead
    },
    get passed() {
      return passed
    },
    /** Passes a boundary. @returns whether the process is still alive */
    pass(): boolean {
      if (isDead) return false
      passed++
      if (passed >= killAt) die()
      return !isDead
    },
  }
}

export type Process = ReturnType<typeof createProcess>

type Query = (...args: unknown[]) => unknown

/** Opens the process's own connections to the database. `cut` ends them as the system does when a process dies. */
export function openProcessDatabase(url: string, process: Process) {
  const database = openDatabase(url, { max: 6 })
  const clients = new Set<pg.PoolClient>()
  database.pool.on('connect', (client) => {
    clients.add(client)
    const held = client as unknown as { query: Query }
    const query = held.query.bind(client)
    held.query = (...args) => (process.pass() ? query(...args) : Promise.reject(new Killed()))
  })
  database.pool.on('remove', (client) => void clients.delete(client as pg.PoolClient))
  return {
    ...database,
    async cut() {
      // The process opens no other connections.
      void database.close().catch(() => undefined)
      const sockets = [...clients].map(
        (client) => (client as unknown as { connection: { stream: Socket } }).connection.stream,
      )
      await Promise.all(
        sockets
          .filter((socket) => !socket.destroyed)
          .map((socket) => new Promise<void>((done) => void socket.once('close', () => done()).destroy())),
      )
    },
  }
}
