import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { readTree } from './check-structure.ts'
import { importsByFeature, knotProblems, knotsOf } from './feature-knots.ts'

const file = (path: string, text: string) => ({ path: `src/showing/${path}`, text })

const slope = [
  file('money/domain.ts', 'export const price = 1'),
  file('booking/service.ts', "import { price } from '../money/domain.ts'"),
  file('booking/pages/book.tsx', "import type { Price } from '../../money/domain.ts'"),
  file('demo/domain.ts', "export { hold } from '../booking/domain.ts'"),
]
const knots = (files: typeof slope) => knotsOf(importsByFeature(files))

test('finds no cycle in features that import only lower ones', () => assert.deepEqual(knots(slope), []))

test('an import of only a type closes a cycle, over any number of features', () => {
  const type = file('money/service.ts', "import type { Demo } from '../demo/domain.ts'")
  assert.deepEqual(knots([...slope, type]), [['showing/booking', 'showing/demo', 'showing/money']])
  const inPlace = file('money/service.ts', "export type Demo = import('../demo/domain.ts').Demo")
  assert.deepEqual(knots([...slope, inPlace]), [['showing/booking', 'showing/demo', 'showing/money']])
})

test('imports of tests close no cycle', () =>
  assert.deepEqual(knots([...slope, file('money/service.test.ts', "import '../demo/domain.ts'")]), []))

test('reports two cycles separately, the larger first', () => {
  const pair = [
    file('image/domain.ts', "import '../gallery/domain.ts'"),
    file('gallery/domain.ts', "import '../image/a.ts'"),
  ]
  const up = file('money/domain.ts', "import '../demo/contract.ts'")
  assert.deepEqual(knots([...pair, ...slope, up]), [
    ['showing/booking', 'showing/demo', 'showing/money'],
    ['showing/gallery', 'showing/image'],
  ])
})

test('refuses a cycle with the names of its features', () => {
  const knot = [...slope, file('money/domain.ts', "import '../demo/contract.ts'")]
  assert.deepEqual(knotProblems(knot), [
    {
      path: 'src',
      message: '3 features import each other, types included: showing/booking showing/demo showing/money',
    },
  ])
  assert.deepEqual(knotProblems(slope), [])
})

test('no features of our own tree import each other', async () =>
  assert.deepEqual(knotProblems(await readTree(dirname(import.meta.dirname))), []))

test('an import across two areas closes a cycle, and shared code closes none', () => {
  const far = {
    path: 'src/money/order/domain.ts',
    text: "import '../../showing/booking/domain.ts'; import '../../ui/a.ts'",
  }
  const back = file('booking/domain.ts', "import '../../money/order/domain.ts'; import '../../platform/db/a.ts'")
  const shared = { path: 'src/platform/db/a.ts', text: "import '../../money/order/domain.ts'" }
  assert.deepEqual(knots([far, back, shared]), [['money/order', 'showing/booking']])
})
