import { fork } from 'node:child_process'
import { join } from 'node:path'
import { cpuOf, type Product } from './product.ts'

/** Starts the reference beside a product, on its database, in a process and a schema of its own. */
export async function startReference(
  product: Product,
): Promise<Pick<Product, 'port' | 'databaseUrl' | 'cpu'> & Disposable> {
  const { databaseUrl } = product
  const child = fork(join(import.meta.dirname, 'reference-server.ts'))
  const stop = () => child.kill()
  process.once('exit', stop)
  const port = await new Promise<number>((done, fail) => {
    child.once('message', (message: { port: number }) => done(message.port))
    child.once('error', fail)
    child.once('exit', (code) => fail(new Error(`The reference ended with code ${code}.`)))
    child.send({ databaseUrl })
  })
  return {
    port,
    databaseUrl,
    cpu() {
      const used = product.cpu()
      return used && { ...used, server: cpuOf(child.pid as number) }
    },
    [Symbol.dispose]() {
      process.off('exit', stop)
      stop()
    },
  }
}
