import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'

/** Starts a separate database behind an address that survives restarts of the server. */
export async function startRestartable() {
  const folder = await mkdtemp(join(tmpdir(), 'showingbooker-restartable-'))
  // If root starts the database, it runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711)
  const launch = () => startEmbeddedPostgres({ folder, log: () => undefined, settings: { shared_buffers: '128MB' } })
  let server = await launch()
  const sockets = new Set<Socket>()
  const door = createServer((socket) => {
    const inside = connect(Number(new URL(server.url).port), '127.0.0.1')
    for (const [one, other] of [
      [socket, inside],
      [inside, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((done) => door.listen(0, '127.0.0.1', done))
  await migrate(server.url)
  const url = new URL(server.url)
  url.port = String((door.address() as AddressInfo).port)
  // Not through the socket.
  url.searchParams.delete('host')

  return {
    url: url.href,
    /** Ends every connection of the product, whatever it is doing. @returns how many */
    async cutAll(): Promise<number> {
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'showingbooker'`,
      )
      await client.end()
      return rowCount ?? 0
    },
    /** Stops the server cleanly, as an update does, and starts it again. */
    async restart() {
      await server.stop()
      server = await launch()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => door.close(done))
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
