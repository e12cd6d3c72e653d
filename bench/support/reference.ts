import { deepStrictEqual as deepEqual } from 'node:assert'
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { cpuOf } from './processor.ts'
import type { Product } from './product.ts'

type Served = Pick<Product, 'url'>

/** @throws Error if the reference answers something else, because it then does different work */
export async function requireSameAnswer(product: Served, reference: Served, path: string): Promise<void> {
  const read = async ({ url }: Served): Promise<unknown> => (await fetch(url + path)).json()
  deepEqual(await read(reference), await read(product))
}

/**
 * Starts a reference alongside a product, on its database, in its own process and schema. `reference-reads.ts` takes
 * the product's rows as they are now.
 */
export async function startReference(
  product: Product,
  file: 'reference-server.ts' | 'reference-reads.ts',
): Promise<Pick<Product, 'port' | 'url' | 'databaseUrl' | 'cpu'> & Disposable> {
  const { databaseUrl, url } = product
  // React is slower elsewhere.
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = fork(join(import.meta.dirname, file), { env })
  const stop = () => child.kill()
  process.once('exit', stop)
  const port = await new Promise<number>((done, fail) => {
    child.once('message', (message: { port: number }) => done(message.port))
    child.once('error', fail)
    child.once('exit', (code) => fail(new Error(`The reference ended with code ${code}.`)))
    child.send({ databaseUrl, url })
  })
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    databaseUrl,
    cpu: () => ({ ...product.cpu(), server: cpuOf(child.pid as number) }),
    [Symbol.dispose]() {
      process.off('exit', stop)
      stop()
    },
  }
}
