import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { BuildError, buildPages } from './build.ts'

const root = resolve(import.meta.dirname, '..')
process.chdir(root)
enableCompileCache(join(root, 'node_modules/.cache/node'))
try {
  await buildPages()
} catch (error) {
  if (!(error instanceof BuildError)) throw error
  console.error(`\n${error.message}`)
  process.exit(1)
}
const { main } = await import('../src/main.ts')
process.exit(await main(['serve']))
