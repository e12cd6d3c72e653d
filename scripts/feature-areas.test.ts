import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { readTree } from './check-structure.ts'
import { areaGraph, areaProblems, graphProblems, withGraph } from './feature-areas.ts'

const root = dirname(import.meta.dirname)
const file = (path: string, text: string) => ({ path: `src/${path}`, text })
const messages = (...files: ReturnType<typeof file>[]) => areaProblems(files).map(({ message }) => message)

test('accepts an import of a lower area or within its own', () =>
  assert.deepEqual(
    messages(
      file(
        'showing/booking/service.ts',
        "import '../lifecycle/domain.ts'\nimport type { A } from '../../account/account/domain.ts'",
      ),
      file('studio/gallery/pages/gallery.tsx', "import { a } from '../../../account/profile/domain.ts'"),
    ),
    [],
  ))

test("also checks the imports of an area's door", () =>
  assert.deepEqual(messages(file('money/area.ts', "import type { A } from '../notice/area.ts'")), [
    'imports notice/area.ts, but money may not import notice, types included',
  ]))

const planted: [what: string, path: string, text: string, refused: string][] = [
  [
    'up the slope',
    'account/account/service.ts',
    "import '../../studio/image/domain.ts'",
    'account may not import studio',
  ],
  [
    'up by a type alone',
    'money/payment/ports.ts',
    "import type { A } from '../../showing/booking/domain.ts'",
    'money may not import showing',
  ],
  [
    'up by a type in place',
    'property/property/ports.ts',
    "type A = import('../../notice/proof/contract.ts').A",
    'property may not import notice',
  ],
  [
    'up by an export',
    'account/audit/domain.ts',
    "export * from '../../site/site/domain.ts'",
    'account may not import site',
  ],
  [
    'up from a page',
    'notice/notice/pages/a.tsx',
    "import '../../../showing/evidence/domain.ts'",
    'notice may not import showing',
  ],
  [
    'from studio to oracle',
    'studio/image/service.ts',
    "import '../../oracle/answer/domain.ts'",
    'studio may not import oracle',
  ],
  [
    'from oracle to studio',
    'oracle/answer/service.ts',
    "import '../../studio/image/domain.ts'",
    'oracle may not import studio',
  ],
  [
    'from property to studio',
    'property/listing/service.ts',
    "import '../../studio/image/domain.ts'",
    'property may not import studio',
  ],
]
for (const [what, path, text, refused] of planted)
  test(`refuses an import ${what}`, () => {
    const [message = '', ...more] = messages(file(path, text))
    assert.ok(message.includes(refused), message)
    assert.deepEqual(more, [])
  })

for (const inside of ['service', 'ports', 'repository', 'api', 'jobs', 'components/card', 'adapters/vendor'])
  test(`refuses an import of another area's ${inside}.ts, even of its types`, () => {
    const text = `import type { A } from '../../property/property/${inside}.ts'`
    const [message = '', ...more] = messages(file('showing/booking/service.ts', text))
    assert.match(message, /from another area, import only area.ts, screen.tsx, or a pure file$/)
    assert.deepEqual(more, [])
  })

for (const open of [
  'area.ts',
  'property/contract.ts',
  'property/domain.ts',
  'property/messages.ts',
  'property/mail-messages.ts',
])
  test(`accepts an import of ${open} of a lower area`, () =>
    assert.deepEqual(messages(file('showing/booking/service.ts', `import '../../property/${open}'`)), []))

test('tests may import anything', () =>
  assert.deepEqual(messages(file('account/account/service.test.ts', "import '../../studio/image/domain.ts'")), []))

test('draws which area imports which, and refuses an outdated graph', () => {
  const graph = areaGraph([file('studio/image/domain.ts', "import '../../account/audit/domain.ts'")])
  assert.match(graph, /^studio +─► account$/m)
  assert.match(graph, /^money +─► no other area$/m)
  const page = '# A\n\n## The areas\n\nWords.\n\n```\nold\n```\n\nMore.\n'
  assert.equal(graphProblems(page, graph).length, 1)
  assert.deepEqual(graphProblems(withGraph(page, graph), graph), [])
  assert.equal(graphProblems('# A\n', graph).length, 1)
})

test('our own tree imports only lower areas, as ARCHITECTURE.md shows', async () => {
  const files = await readTree(root)
  assert.deepEqual(areaProblems(files), [])
  assert.deepEqual(graphProblems(await readFile(join(root, 'ARCHITECTURE.md'), 'utf8'), areaGraph(files)), [])
})
