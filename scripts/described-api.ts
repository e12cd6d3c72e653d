import type { Services } from '../src/compose.ts'
import { createApiApp } from '../src/server.ts'

/** Is every service at once: describing the routes runs none of them. The sandbox is named, since its routes are there only with it. */
const anything: unknown = new Proxy(
  Object.assign(() => undefined, { sandbox: true }),
  {
    get: (_target, name) => (name === 'then' || typeof name === 'symbol' ? undefined : anything),
    apply: () => anything,
  },
)

/** The document of the whole API, the parts of test mode included. */
export async function describedApi(): Promise<unknown> {
  const config = {
    publicUrl: 'http://127.0.0.1:3000',
    rateLimitScale: 1,
    trustedProxies: [],
    metricsToken: undefined,
    languages: [],
  }
  const answer = await createApiApp(config, anything as Services).request('/api/openapi.json')
  if (answer.status !== 200) throw new Error(`The document could not be made: ${await answer.text()}`)
  return answer.json()
}
