import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DomainError } from '../../platform/errors.ts'
import { FILTERS } from '../image/domain.ts'
import type { GenerateForm } from './contract.ts'
import { isAdvanced, MAX_SEED, notDrawn, requestOf, STYLES, seedOf } from './domain.ts'

const fieldsOf = (form: GenerateForm): string[] => {
  try {
    requestOf(form, 7)
  } catch (error) {
    assert.ok(error instanceof DomainError)
    return error.issues.map(({ path }) => path)
  }
  return []
}

test('what is left out is the usual', () => {
  assert.deepEqual(requestOf({ prompt: ' a barn ' }, 7), {
    ...{ prompt: 'a barn', negativePrompt: '', style: 'Cinematic', filter: 'Default', seed: 7, count: 1 },
    ...{ remixOf: null, restoreFaces: true },
  })
})

test('every style, filter, seed and count that there is is taken as it is', () => {
  const good = fc.record({
    ...{ style: fc.constantFrom(...STYLES), filter: fc.constantFrom(...FILTERS) },
    ...{ seed: fc.integer({ min: 0, max: MAX_SEED }), count: fc.integer({ min: 1, max: 4 }) },
  })
  fc.assert(
    fc.property(good, (form) => {
      const { style, filter, seed, count } = requestOf({ prompt: 'x', ...form }, 7)
      assert.deepEqual({ style, filter, seed, count }, { ...form })
    }),
  )
})

const faults: [form: GenerateForm, fields: string[]][] = [
  [{ prompt: '' }, ['prompt']],
  [{ prompt: ' \u200b\n' }, ['prompt']],
  [{ prompt: 'é'.repeat(1000) }, []],
  [{ prompt: 'é'.repeat(1001) }, ['prompt']],
  [{ prompt: '👩‍🌾'.repeat(334) }, ['prompt']],
  [{ prompt: 'x', style: 'cinematic' }, ['style']],
  [{ prompt: 'x', filter: '' }, ['filter']],
  [{ prompt: 'x', image_size: '512X512' }, ['image_size']],
  [{ prompt: 'x', seed: MAX_SEED + 1, count: 0 }, ['seed', 'count']],
  [{ prompt: 'x', seed: Number.NaN }, ['seed']],
  [{ prompt: 'x', count: 2.5, remix_of: "' or 1=1" }, ['count', 'remix_of']],
]
for (const [form, fields] of faults)
  test(`${JSON.stringify(form).slice(0, 60)} has its faults at ${fields.join(', ') || 'no field'}`, () =>
    assert.deepEqual(fieldsOf(form), fields))

test('only what asks for more than the quick form gives needs the full studio', () => {
  for (const form of [{}, { negative_prompt: '  ' }, { seed: null }, { count: 1 }, { restore_faces: false }])
    assert.equal(isAdvanced({ prompt: 'x', ...form }), false, JSON.stringify(form))
  for (const form of [{ negative_prompt: 'rain' }, { seed: 0 }, { count: 2 }, { count: 0 }])
    assert.equal(isAdvanced({ prompt: 'x', ...form }), true, JSON.stringify(form))
})

test('the images of one request have seeds of their own, also at the end of all seeds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_SEED }), (seed) => {
      const seeds = [0, 1, 2, 3].map((number) => seedOf({ seed }, number))
      assert.equal(new Set(seeds).size, 4)
      assert.ok(seeds.every((one) => Number.isInteger(one) && one >= 0 && one <= MAX_SEED))
    }),
  )
  assert.equal(seedOf({ seed: MAX_SEED }, 1), 0)
})

test('a refused prompt is a fault of the prompt, an engine that fails is not', () => {
  assert.equal(notDrawn({ error: 'No.', error_code: 'prompt_refused' }, 'j').kind, 'invalid')
  const { kind, message, details } = notDrawn({ error: null, error_code: null }, 'j')
  assert.deepEqual([kind, message, details], ['unavailable', 'The image could not be drawn.', { jobId: 'j' }])
})
