// The booking page: unchanged since it was last rendered, and rendered for each request.
import { answerOf, startBytesServer } from './rig/bytes-server.ts'
import { type GetResult, loadGets, loadName } from './rig/get-load.ts'
import { startProduct } from './rig/product.ts'
import { goal, note, ratio, spreadCells, table, title } from './rig/report.ts'
import { interleave, plan, spreadOf } from './rig/rounds.ts'

const CONNECTIONS = 32

title('page', `the booking page at ${CONNECTIONS} connections, load by ${loadName}`)
await using product = await startProduct()
const url = `${product.url}/showingbooker/book/sample-property`
const rates = (results: GetResult[]) => results.map(({ perSecond }) => perSecond)
const row = (name: string, results: GetResult[]) => [
  name,
  ...spreadCells(spreadOf(rates(results))),
  ...(['p50', 'p99'] as const).map(
    (share) => `${spreadOf(results.map((result) => result[share])).median.toFixed(2)} ms`,
  ),
]
const head = ['pages/s', 'min', 'median', 'max', 'p50', 'p99']

for (const encoding of ['br', 'gzip', 'identity']) {
  const headers = { 'accept-encoding': encoding }
  const answer = await answerOf(url, headers)
  using bare = await startBytesServer(answer)
  const load = (at: string, seconds = plan.seconds) => loadGets({ url: at, connections: CONNECTIONS, seconds, headers })
  await load(url, 2)
  await load(bare.url, 1)
  const { ours, same } = await interleave({ ours: () => load(url), same: () => load(bare.url) })
  note(`\nUnchanged since it was last rendered, ${encoding}, ${answer.body.length.toLocaleString('en-US')} bytes`)
  table(head, [row('the product', ours), row('node:http, the same headers and bytes', same)])
  const { value, words } = ratio(rates(ours), rates(same))
  note(`  ${words}`)
  goal(`floor, ${encoding}`, value, { atLeast: 0.3 })
  goal(`goal, ${encoding}`, value, { atLeast: 0.6 })
}

const headers = { 'accept-encoding': 'gzip' }
const fresh = (seconds = plan.seconds) => loadGets({ url, connections: CONNECTIONS, seconds, headers, isUnique: true })
await fresh(2)
const { each } = await interleave({ each: () => fresh() })
note('\nRendered for each request (another query string each): read from the database, rendered, compressed')
table(head, [row('the product, gzip', each)])
goal('p99, rendered for each request', spreadOf(each.map(({ p99 }) => p99)).median, { atMost: 50 }, ' ms')

const quarter: number[] = []
for (let n = 0; n < 4; n++) {
  quarter.push((await loadGets({ url, connections: CONNECTIONS, seconds: plan.longSeconds / 4, headers })).perSecond)
}
note(
  `\n${plan.longSeconds} s unchanged, gzip: first quarter ${quarter[0]?.toFixed(0)}/s, last ${quarter[3]?.toFixed(0)}/s`,
)
