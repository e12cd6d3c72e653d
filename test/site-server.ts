import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import { sql } from 'kysely'
import { createHttpServer } from '../src/platform/http-listener.ts'
import { everyAnswer } from '../src/platform/security-headers.ts'
import { createServer } from '../src/server.ts'
import { type TestApp, testApp } from './app.ts'
import { makeProperty } from './factories.ts'

export const PUBLIC_URL = 'https://showings.example'
const RETURN_ADDRESS = {
  RETURN_ADDRESS_NAME: 'ShowingBooker Mail',
  RETURN_ADDRESS_LINE1: '700 Long Street',
  RETURN_ADDRESS_CITY: 'Los Angeles',
  RETURN_ADDRESS_STATE: 'CA',
  RETURN_ADDRESS_ZIP: '90012',
}

/** Serves the built pages with a sample property to the tests of the calling file. */
export function siteOfTests() {
  let app: TestApp
  let server: Server
  let origin: string
  before(async () => {
    app = await testApp({ env: { PUBLIC_URL, ...RETURN_ADDRESS } })
    const site = await createServer(app.config, app)
    server = createHttpServer(() => site, everyAnswer(app.config))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { id } = await makeProperty(app.db)
    await sql`update property set slug = 'sample-property' where id = ${id}`.execute(app.db)
  })
  after(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    await app.close()
  })
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(origin + path, { method, headers, redirect: 'manual' })
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(origin + path, { method: 'POST', headers, body: new URLSearchParams(form), redirect: 'manual' })
  return { app: () => app, get, post, htmlOf: async (path: string) => (await get(path)).text() }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }
export const decoded = (text: string) => text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name) => ENTITIES[name] ?? '')

/** Returns the text between header and footer. */
export function textOf(html: string): string {
  const main = /<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  const bare = main.replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, ' ').replace(/<!--[\s\S]*?-->/g, '')
  const spaced = bare.replace(/<\/(p|li|h\d|dt|dd|div|section|td|th|span|a|summary)>/g, ' ').replace(/<[^>]+>/g, '')
  return decoded(spaced)
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:])/g, '$1')
    .trim()
}
