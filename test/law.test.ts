import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import law from '../.dependency-cruiser.ts'

const root = dirname(import.meta.dirname)
const folders = ['src', 'packages', 'test', 'bench', 'scripts']
const tsConfig = extractTSConfig(join(root, 'tsconfig.json'))

/** A tree that follows all import rules and uses everything that they allow. */
const lawful: Record<string, string> = {
  'src/platform/errors.ts': `export const failure = 1`,
  'src/platform/clock.ts': `export const clock = 1; export type Clock = number`,
  'src/platform/phone.ts': `export const phone = 1`,
  'src/platform/db/pool.ts': `import 'pg'; import 'kysely'; export const pool = 1`,
  'src/platform/jobs.ts': `import 'pg'; export const jobs = 1`,
  'src/platform/open-telemetry.ts': `import '@opentelemetry/api'; export const traces = 1`,
  'src/ui/field.tsx': `import 'react'; export const field = 1`,
  'src/money/adapters/stripe.ts': `import '../payment/domain.ts'; import '../../platform/errors.ts'; export const stripe = 1`,
  'src/money/adapters/stripe.test.ts': `import './stripe.ts'; import '../../../test/app.ts'`,
  'src/adapters/pdf.ts': `import '../showing/booking/ports.ts'; import './pdf/page.ts'; export const pdf = 1`,
  'src/adapters/pdf/page.ts': `export const page = 1`,
  'src/adapters/pdf-thread.ts': `import type { Pdf } from './page-thread.ts'; export type Thread = Pdf`,
  'src/adapters/page-thread.ts': `export type Pdf = number`,
  'src/money/payment/contract.ts': `import '@hono/zod-openapi'; import '../../showing/booking/contract.ts'; export const paid = 1`,
  'src/money/payment/domain.ts': `import 'zod'; import './contract.ts'; export const price = 1`,
  'src/money/payment/service.ts': `import './repository.ts'; export const pay = 1; export type Pay = number`,
  'src/money/payment/repository.ts': `import 'kysely'; import 'pg'; export const rows = 1`,
  'src/showing/booking/contract.ts': `import '@hono/zod-openapi'; export const Booking = 1`,
  'src/showing/booking/domain.ts': `import '../../money/payment/domain.ts'; import '../../platform/errors.ts'; export const rule = 1`,
  'src/showing/booking/mail-messages.ts': `export const words = 1`,
  'src/money/payment/messages.ts': `import '../../showing/booking/mail-messages.ts'; import '../../showing/booking/domain.ts'; export const told = 1`,
  'src/showing/booking/ports.ts': `import type { Vendor } from '../../money/payment/ports.ts'; export type Port = Vendor`,
  'src/money/payment/ports.ts': `export type Vendor = number`,
  'src/showing/booking/time-domain.ts': `import type { Port } from './ports.ts'; import type { Clock } from '../../platform/clock.ts'; export type Time = Port & Clock`,
  'src/showing/booking/time-messages.ts': `import type { Vendor } from '../../money/payment/ports.ts'; export type Words = Vendor`,
  'src/showing/booking/service.ts': `import type { Pay } from '../../money/payment/service.ts'; import './repository.ts'; import 'node:crypto'; export const hold = 1 as Pay`,
  'src/showing/booking/repository.ts': `import 'kysely'; export const insert = 1`,
  'src/showing/booking/hold-service.ts': `import './hold-repository.ts'; import 'node:crypto'; export const hold = 1`,
  'src/showing/booking/hold-repository.ts': `import 'kysely'; export const insert = 1`,
  'src/showing/booking/jobs.ts': `import './service.ts'; export const job = 1`,
  'src/showing/booking/api.ts': `import 'hono'; import './service.ts'; import './contract.ts'; export const api = 1`,
  'src/showing/booking/pages/booking.tsx': `import 'react'; import '../domain.ts'; import '../../../ui/field.tsx'; import type { Route } from './+types/booking.ts'; export const page = 1 as Route`,
  'src/showing/booking/components/flow.tsx': `import 'react'; export const flow = 1`,
  'src/showing/booking/form-domain.ts': `import 'zod'; import './domain.ts'; export const form = 1`,
  'src/showing/demo/pages/demo.tsx': `import '../../booking/components/flow.tsx'; import '../../../money/screen.tsx'; import '../../booking/form-domain.ts'; export const demo = 1`,
  'src/showing/booking/service.test.ts': `import '../../../test/app.ts'; import 'pg'; import '../../money/payment/service.ts'`,
  'src/money/screen.tsx': `import 'react'; import './payment/domain.ts'; import '../ui/field.tsx'; export const card = 1`,
  'src/settings/config.ts': `import '../platform/errors.ts'; export type Config = number`,
  'src/money/text/payment.ts': `import '../../platform/language.ts'; export const paid = 1`,
  'src/platform/language.ts': `export const language = 1`,
  'src/ui/text/kit.ts': `import '../../platform/language.ts'; export const close = 1`,
  'src/money/receipt/messages.ts': `import '../text/payment.ts'; import '../../ui/text/kit.ts'; export const receipt = 1`,
  'src/money/receipt/domain.ts': `import '../text/payment.ts'; export const total = 1`,
  'src/money/receipt/contract.ts': `import '../text/payment.ts'; export const shape = 1`,
  'src/money/adapters/paypal.ts': `import '../text/payment.ts'; export const paypal = 1`,
  'src/money/area.ts': `import './adapters/stripe.ts'; export const money = 1`,
  'src/showing/area.ts': `import '../adapters/pdf.ts'; import './booking/api.ts'; export const showing = 1`,
  'src/compose.ts': `import './adapters/pdf.ts'; import './showing/area.ts'; import './money/area.ts'; export const compose = 1`,
  'src/server.ts': `import 'hono'; import './showing/booking/api.ts'; import '../build/server/index.js'; export const serve = 1`,
  'packages/procedural-renderer/draw.ts': `import './canvas/png.ts'; export const draw = 1`,
  'packages/procedural-renderer/plan.ts': `export const plan = 1`,
  'packages/procedural-renderer/canvas/png.ts': `import 'node:zlib'; export const png = 1`,
  'packages/procedural-renderer/draw.test.ts': `import 'fast-check'; import './draw.ts'`,
  'src/studio/adapters/local-renderer.ts': `import '../../../packages/procedural-renderer/plan.ts'; export const renderer = 1`,
  'src/studio/adapters/local-renderer-thread.ts': `import '../../../packages/procedural-renderer/draw.ts'`,
  'test/app.ts': `import '../src/compose.ts'; import '../src/money/adapters/stripe.ts'; export const app = 1`,
  'bench/page.ts': `import '../src/server.ts'; import 'pg'`,
  'scripts/check.ts': `import 'node:fs'`,
}

/** Each rule, a file that breaks it, and the text of that file. */
const planted: [rule: string, file: string, source: string][] = [
  ['everything-resolves', 'src/showing/booking/service.ts', `import './nowhere.ts'`],
  ['no-cycles', 'src/showing/booking/repository.ts', `import './service.ts'`],
  ['domain-is-pure', 'src/money/payment/domain.ts', `import '../../platform/clock.ts'`],
  ['domain-is-pure', 'src/money/payment/domain.ts', `import './repository.ts'`],
  ['domain-is-pure', 'src/money/payment/domain.ts', `import 'node:crypto'`],
  ['shapes-are-no-back-door', 'src/money/payment/domain.ts', `import type {} from './repository.ts'`],
  ['shapes-are-no-back-door', 'src/showing/booking/ports.ts', `import type {} from './hold-service.ts'`],
  ['shapes-are-no-back-door', 'src/money/payment/messages.ts', `import type {} from './service.ts'`],
  ['shapes-are-no-back-door', 'src/adapters/broken.ts', `import type {} from '../showing/booking/api.ts'`],
  ['contract-is-wire', 'src/showing/booking/contract.ts', `import '../../platform/clock.ts'`],
  ['contract-is-wire', 'src/showing/booking/contract.ts', `import 'react'`],
  ['pages-are-clients', 'src/showing/booking/pages/broken.tsx', `import '../service.ts'`],
  ['pages-are-clients', 'src/showing/booking/pages/broken.tsx', `import '../api.ts'`],
  ['pages-are-clients', 'src/showing/booking/pages/broken.tsx', `import '../hold-service.ts'`],
  ['pages-are-clients', 'src/showing/booking/components/broken.tsx', `import '../repository.ts'`],
  ['pages-are-clients', 'src/showing/booking/components/broken.tsx', `import '../jobs.ts'`],
  ['pages-know-no-node', 'src/showing/booking/pages/broken.tsx', `import 'node:fs'`],
  ['pages-are-clients', 'src/money/screen.tsx', `import './payment/service.ts'`],
  ['pages-know-no-node', 'src/money/screen.tsx', `import 'node:fs'`],
  ['pages-know-no-node', 'src/ui/broken.tsx', `import 'node:fs'`],
  ['server-reads-phones', 'src/showing/booking/pages/broken.tsx', `import '../../../platform/phone.ts'`],
  ['server-reads-phones', 'src/money/payment/domain.ts', `import '../../platform/phone.ts'`],
  ['server-reads-phones', 'src/showing/booking/pages/broken.tsx', `import type {} from '../../../platform/phone.ts'`],
  ['core-knows-no-delivery', 'src/showing/booking/service.ts', `import 'hono'`],
  ['core-knows-no-delivery', 'src/money/payment/domain.ts', `import type {} from 'hono'`],
  ['core-knows-no-delivery', 'src/showing/booking/repository.ts', `import '@hono/zod-openapi'`],
  ['core-knows-no-delivery', 'src/showing/booking/hold-service.ts', `import 'hono'`],
  ['core-knows-no-delivery', 'src/showing/booking/hold-repository.ts', `import '@hono/zod-openapi'`],
  ['core-knows-no-delivery', 'src/showing/booking/jobs.ts', `import 'react'`],
  ['core-knows-no-delivery', 'src/showing/booking/messages.ts', `import 'react-router'`],
  ['sql-lives-in-repositories', 'src/showing/booking/service.ts', `import 'kysely'`],
  ['sql-lives-in-repositories', 'src/showing/booking/hold-service.ts', `import 'kysely'`],
  ['sql-lives-in-repositories', 'src/showing/booking/api.ts', `import 'pg'`],
  ['sql-lives-in-repositories', 'src/platform/cache.ts', `import 'pg'`],
  ['features-meet-at-contracts', 'src/showing/booking/jobs.ts', `import '../../money/payment/service.ts'`],
  ['features-meet-at-contracts', 'src/showing/booking/jobs.ts', `await import('../../money/payment/service.ts')`],
  ['features-meet-at-contracts', 'src/showing/booking/repository.ts', `import '../../money/payment/repository.ts'`],
  [
    'features-meet-at-contracts',
    'src/money/payment/pages/broken.tsx',
    `import '../../../showing/booking/pages/booking.tsx'`,
  ],
  [
    'features-meet-at-contracts',
    'src/money/payment/pages/broken.tsx',
    `import '../../../showing/booking/components/flow.tsx'`,
  ],
  ['features-meet-at-contracts', 'src/showing/demo/pages/broken.tsx', `import '../../booking/pages/booking.tsx'`],
  ['domain-is-pure', 'src/showing/booking/form-domain.ts', `import '../../platform/clock.ts'`],
  ['features-meet-at-contracts', 'src/money/payment/service.ts', `import '../../showing/booking/mail-messages.ts'`],
  ['words-share-words', 'src/money/payment/messages.ts', `import '../../showing/booking/repository.ts'`],
  ['core-knows-no-delivery', 'src/showing/booking/mail-messages.ts', `import 'hono'`],
  ['texts-stay-in-their-area', 'src/showing/booking/mail-messages.ts', `import '../../money/text/payment.ts'`],
  ['adapters-fill-ports', 'src/adapters/broken.ts', `import '../money/payment/repository.ts'`],
  ['adapters-fill-ports', 'src/money/adapters/broken.ts', `import '../payment/service.ts'`],
  ['adapters-fill-ports', 'src/adapters/broken.ts', `import '../ui/field.tsx'`],
  ['only-doors-pick-adapters', 'src/server.ts', `import './adapters/pdf.ts'`],
  ['only-doors-pick-adapters', 'src/money/payment/api.ts', `import '../adapters/stripe.ts'`],
  ['only-doors-pick-adapters', 'scripts/broken.ts', `import '../src/money/adapters/stripe.ts'`],
  ['product-is-a-leaf', 'src/product.ts', `import './platform/errors.ts'`],
  ['platform-knows-no-feature', 'src/platform/cache.ts', `import '../showing/booking/domain.ts'`],
  ['platform-knows-no-feature', 'src/ui/broken.tsx', `import '../showing/booking/domain.ts'`],
  ['platform-knows-no-feature', 'src/platform/cache.ts', `import '../settings/config.ts'`],
  ['settings-know-no-area', 'src/settings/broken.ts', `import '../money/payment/domain.ts'`],
  ['packages-stand-alone', 'packages/procedural-renderer/plan.ts', `import '../../src/platform/errors.ts'`],
  ['packages-stand-alone', 'packages/procedural-renderer/draw.test.ts', `import '../../test/app.ts'`],
  ['packages-need-nothing', 'packages/procedural-renderer/canvas/png.ts', `import 'zod'`],
  [
    'one-adapter-for-a-package',
    'src/money/payment/service.ts',
    `import '../../../packages/procedural-renderer/plan.ts'`,
  ],
  ['one-adapter-for-a-package', 'scripts/broken.ts', `import '../packages/procedural-renderer/draw.ts'`],
  [
    'packages-have-doors',
    'src/studio/adapters/local-renderer.ts',
    `import '../../../packages/procedural-renderer/canvas/png.ts'`,
  ],
  ['source-knows-no-test', 'src/server.ts', `import '../bench/broken.ts'`],
  ['source-knows-no-test', 'src/showing/booking/service.ts', `import 'fast-check'`],
  ['traces-load-late', 'src/main.ts', `import '@opentelemetry/api'`],
  ['traces-load-late', 'src/platform/jobs.ts', `import './open-telemetry.ts'`],
  ['serving-needs-no-tools', 'src/adapters/broken.ts', `import 'a-tool'`],
]

let tree: string
before(async () => {
  tree = await mkdtemp(join(tmpdir(), 'law-'))
  await write('package.json', '{ "type": "module", "devDependencies": { "a-tool": "1.0.0" } }')
  await write('bench/broken.ts', 'export {}')
  for (const name of [
    'pg',
    'kysely',
    'hono',
    '@hono/zod-openapi',
    'zod',
    'react',
    'react-router',
    'fast-check',
    'a-tool',
    '@opentelemetry/api',
  ]) {
    await write(`node_modules/${name}/package.json`, `{ "name": "${name}", "main": "main.js" }`)
    await write(`node_modules/${name}/main.js`, '')
  }
  for (const [file, source] of Object.entries(lawful)) await write(file, source)
})
after(() => rm(tree, { recursive: true }))

async function write(file: string, source: string) {
  await mkdir(dirname(join(tree, file)), { recursive: true })
  await writeFile(join(tree, file), source)
}

async function judge(baseDir: string, cruised = folders) {
  const { options, ...ruleSet } = law
  const { tsConfig: _, ...cruiseOptions } = options
  const { output } = await cruise(
    cruised,
    { ...cruiseOptions, baseDir, validate: true, ruleSet },
    options.enhancedResolveOptions,
    { tsConfig },
  )
  return output as ICruiseResult
}

const broken = ({ summary }: ICruiseResult) =>
  summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)

/** Lists each import that breaks rules, as written, with those rules. */
const flagged = ({ modules }: ICruiseResult) =>
  modules
    .flatMap(({ source, dependencies }) =>
      dependencies.flatMap(({ module, protocol, rules }) =>
        (rules ?? []).map(({ name }) => `${name}: ${source}: import ${protocol ?? ''}${module}`),
      ),
    )
    .sort()

test('accepts a tree that follows all rules', async () => {
  const result = await judge(tree)
  assert.deepEqual(broken(result), [])
  assert.ok(result.summary.totalCruised >= Object.keys(lawful).length)
})

test('every rule has a planted violation', () => {
  assert.deepEqual([...new Set(planted.map(([rule]) => rule))].sort(), law.forbidden.map(({ name }) => name).sort())
})

/** Writes these files and cruises once, then restores the tree. */
async function judgePlanted(chosen: typeof planted): Promise<ICruiseResult> {
  const plantedIn = Map.groupBy(chosen, ([, file]) => file)
  for (const [file, imports] of plantedIn) {
    const lines = imports.map(([, , source]) => source)
    await write(file, [...lines, lawful[file] ?? 'export {}'].join('\n'))
  }
  try {
    return await judge(tree)
  } finally {
    for (const file of plantedIn.keys())
      if (lawful[file]) await write(file, lawful[file])
      else await rm(join(tree, file))
  }
}

/** A rule about everything that a file reaches would also match its importers. The cruiser reports a repeated import once. */
const isAlone = ([rule, , source]: (typeof planted)[number]) =>
  rule === 'server-reads-phones' || source.startsWith('await')
const together = planted.filter((one) => !isAlone(one))

async function requireAllFlagged(chosen: typeof planted) {
  const expected = chosen.map(
    ([rule, file, source]) => `${rule}: ${file}: ${source.replace('type {} from ', '').replaceAll("'", '')}`,
  )
  // The cruiser reports a cycle at both ends.
  expected.push('no-cycles: src/showing/booking/service.ts: import ./repository.ts')
  assert.deepEqual(flagged(await judgePlanted(chosen)), expected.sort())
}

test('each planted import breaks only its own rule, and no other import breaks a rule', () =>
  requireAllFlagged(together))

test('also catches imports of types, except by the rules that allow shapes', async () => {
  const letThrough = law.forbidden.filter(
    ({ to }) => 'dependencyTypesNot' in to && `${to.dependencyTypesNot}` === 'type-only',
  )
  assert.deepEqual(
    letThrough.map(({ name }) => name),
    ['domain-is-pure', 'features-meet-at-contracts', 'words-share-words', 'adapters-fill-ports', 'traces-load-late'],
  )
  const names = new Set(letThrough.map(({ name }) => name))
  const types = together
    .filter(([rule]) => !names.has(rule))
    .map(([rule, file, source]): (typeof planted)[number] => [
      rule,
      file,
      source.replace("import '", "import type {} from '"),
    ])
  await requireAllFlagged(types)
})

for (const one of planted.filter(isAlone)) {
  const [rule, file, source] = one
  test(`${rule} catches ${file} with ${source}`, async () => {
    const { summary } = await judgePlanted([one])
    assert.deepEqual([...new Set(summary.violations.map((violation) => violation.rule.name))], [rule])
  })
}

// `npm run check` cruises the whole tree.
test('the rules read the real tree', async () => {
  const result = await judge(root, ['src/ui'])
  assert.ok(result.summary.totalCruised > 20, `${result.summary.totalCruised} modules`)
  const types = result.modules
    .flatMap(({ dependencies }) => dependencies)
    .filter((one) => one.dependencyTypes.includes('type-only'))
  assert.ok(types.length > 0, `${types.length} imports of types`)
  assert.deepEqual(broken(result), [])
})
