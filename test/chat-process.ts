import { serve } from '@hono/node-server'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/db/connect.ts'
import { testApp } from './app.ts'

// Runs the application and its worker in their own process: node test/chat-process.ts DATABASE_URL FOLDER MODEL_URL. Prints its port.

const [url = '', folder = '', model = ''] = process.argv.slice(2)
const app = await testApp({
  database: openDatabase(url, { max: 10 }),
  folder,
  clock: { ...systemClock, set: () => undefined, advance: () => undefined },
  env: { OPENAI_BASE_URL: model, OPENAI_CHAT_MODEL: 'test-model', PORT: '3000' },
})
await app.startListening()
await app.startWorker()
serve({ fetch: app.app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`port ${port}`))
