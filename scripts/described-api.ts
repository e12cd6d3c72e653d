import type { Services } from '../src/compose.ts'
import { createApiApp } from '../src/server.ts'

/** Replaces every service, because describing the routes calls none of them. The sandbox is explicit, because its routes depend on it. */
const anything: unknown = new Proxy(
  Object.assign(() => undefined, { sandbox: true }),
  {
    get: (_target, name) => (name === 'then' || typeof name === 'symbol' ? undefined : anything),
    apply: () => anything,
  },
)

/** Returns the document of the whole API, including the parts for test mode. */
export async function describedApi(): Promise<unknown> {
  const config = {
    publicUrl: 'http://127.0.0.1:3000',
    rateLimitScale: 1,
    trustedProxies: [],
    metricsToken: undefined,
    languages: [],
  }
  const answer = await createApiApp(config, anything as Services).request('/api/openapi.json')
  if (answer.status !== 200) throw new Error(`The server could not make the document: ${await answer.text()}`)
  return answer.json()
}
