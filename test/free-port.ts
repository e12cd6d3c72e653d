import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Finds a free port of this machine for a process that opens it later. It is below those that the system gives to
 * others meanwhile.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const probe = createServer()
  const isFree = await new Promise<boolean>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    probe.listen(port, '127.0.0.1', () => resolve(true))
  })
  await new Promise((done) => probe.close(done))
  return isFree ? port : freePort()
}
