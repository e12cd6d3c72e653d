// The booking page: unchanged since it was last rendered, and rendered for each request. Alongside the first runs node:http with
// the same bytes, alongside the second a reference program that reads plain tables and renders plain components.
import { answerOf, startBytesServer } from './support/bytes-server.ts'
import { besideReference, loadGets, loadName, runCells, runGets, runHeads } from './support/get-load.ts'
import { startProduct } from './support/product.ts'
import { startReference } from './support/reference.ts'
import { goal, note, ratesOf, ratio, table, title } from './support/report.ts'
import { interleave, plan, spreadOf } from './support/rounds.ts'

const CONNECTIONS = 32
const PATH = '/showingbooker/book/sample-property'

title('page', `the booking page at ${CONNECTIONS} connections, load by ${loadName}`)
await using product = await startProduct()
const head = ['pages/s', ...runHeads]

for (const encoding of ['br', 'gzip', 'identity']) {
  const headers = { 'accept-encoding': encoding }
  const answer = await answerOf(product.url + PATH, headers)
  using bare = await startBytesServer(answer)
  const load = (server: typeof product | typeof bare, seconds = plan.seconds) =>
    runGets(server, { paths: [PATH], connections: CONNECTIONS, seconds, headers })
  await load(product, 2)
  await load(bare, 1)
  const { ours, same } = await interleave({ ours: () => load(product), same: () => load(bare) })
  note(`\nUnchanged since it was last rendered, ${encoding}, ${answer.body.length.toLocaleString('en-US')} bytes`)
  table(head, [
    ['the product', ...runCells(ours)],
    ['node:http, the same headers and bytes', ...runCells(same)],
  ])
  const { value, words } = ratio(ratesOf(ours), ratesOf(same))
  note(`  ${words}`)
  goal(`floor, ${encoding}`, value, { atLeast: 0.3 })
  goal(`goal, ${encoding}`, value, { atLeast: 0.65 })
}

using reference = await startReference(product, 'reference-reads.ts')
const headers = { 'accept-encoding': 'gzip' }
const fresh = (server: typeof product | typeof reference, seconds = plan.seconds) =>
  runGets(server, { paths: [PATH], connections: CONNECTIONS, seconds, headers, isUnique: true })
await fresh(product, 2)
await fresh(reference, 2)
const { each, plain } = await interleave({ each: () => fresh(product), plain: () => fresh(reference) })
note('\nRendered for each request (another query string each): read from the database, rendered, compressed')
const sizeOf = async (at: string) => (await (await fetch(`${at + PATH}?n=1`, { headers })).text()).length
const sizes = await Promise.all([sizeOf(product.url), sizeOf(reference.url)])
table(head, [
  [`the product, ${sizes[0]?.toLocaleString('en-US')} characters`, ...runCells(each)],
  [`the reference, ${sizes[1]?.toLocaleString('en-US')} characters`, ...runCells(plain)],
])
besideReference('rendered for each request', { ours: each, plain }, 0.4)
goal('p99, rendered for each request', spreadOf(each.map(({ p99 }) => p99)).median, { atMost: 50 }, ' ms')

const quarter: number[] = []
for (let n = 0; n < 4; n++) {
  const seconds = plan.longSeconds / 4
  quarter.push((await loadGets({ url: product.url + PATH, connections: CONNECTIONS, seconds, headers })).perSecond)
}
note(
  `\n${plan.longSeconds} s unchanged, gzip: first quarter ${quarter[0]?.toFixed(0)}/s, last ${quarter[3]?.toFixed(0)}/s`,
)
