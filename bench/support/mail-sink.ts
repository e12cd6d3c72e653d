import { fork } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** Runs a mail server in its own process that takes everything and keeps nothing. */
export async function startMailSink() {
  const child = fork(import.meta.filename)
  const stopChild = () => child.kill()
  process.once('exit', stopChild)
  const port = await new Promise<number>((done, fail) => {
    child.once('message', (message) => done(message as number))
    child.once('exit', () => fail(new Error('The mail server did not start.')))
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      process.off('exit', stopChild)
      child.kill()
    },
  }
}

if (import.meta.main) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, _session, callback) {
      stream.resume()
      stream.once('end', () => callback())
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1', () => process.send?.((server.server.address() as AddressInfo).port))
}
