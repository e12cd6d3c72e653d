import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { DomainError } from '../../platform/errors.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { FILTERS } from '../image/domain.ts'
import type { GenerateForm, Job } from './contract.ts'
import {
  briefly,
  failureText,
  fillsForm,
  isAdvanced,
  jobsToKeep,
  jobsToShow,
  jobsWith,
  jobsWithImage,
  newsOf,
  noSuchImage,
  notDrawn,
  reasonText,
  refusalTexts,
  requestOf,
  roomText,
  seedOf,
  standText,
} from './domain.ts'
import { MAX_SEED, STYLES } from './limits-domain.ts'

const fieldsOf = (form: GenerateForm): string[] => {
  try {
    requestOf(form, 7)
  } catch (error) {
    assert.ok(error instanceof DomainError)
    return error.issues.map(({ path }) => path)
  }
  return []
}

test('omitted fields have their defaults', () => {
  assert.deepEqual(requestOf({ prompt: ' a barn ' }, 7), {
    prompt: 'a barn',
    negativePrompt: '',
    style: 'Cinematic',
    filter: 'Default',
    seed: 7,
    count: 1,
    remixOf: null,
    restoreFaces: true,
  })
})

test('accepts every existing style, filter, seed, and count unchanged', () => {
  const good = fc.record({
    style: fc.constantFrom(...STYLES),
    filter: fc.constantFrom(...FILTERS),
    seed: fc.integer({ min: 0, max: MAX_SEED }),
    count: fc.integer({ min: 1, max: 4 }),
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
  test(`${JSON.stringify(form).slice(0, 60)} has errors at ${fields.join(', ') || 'no field'}`, () =>
    assert.deepEqual(fieldsOf(form), fields))

test('only options beyond the quick form need the full studio', () => {
  for (const form of [{}, { negative_prompt: '  ' }, { seed: null }, { count: 1 }, { restore_faces: false }])
    assert.equal(isAdvanced({ prompt: 'x', ...form }), false, JSON.stringify(form))
  for (const form of [{ negative_prompt: 'rain' }, { seed: 0 }, { count: 2 }, { count: 0 }])
    assert.equal(isAdvanced({ prompt: 'x', ...form }), true, JSON.stringify(form))
})

test('each image of a request has its own seed, even at the largest seed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_SEED }), (seed) => {
      const seeds = [0, 1, 2, 3].map((number) => seedOf({ seed }, number))
      assert.equal(new Set(seeds).size, 4)
      assert.ok(seeds.every((one) => Number.isInteger(one) && one >= 0 && one <= MAX_SEED))
    }),
  )
  assert.equal(seedOf({ seed: MAX_SEED }, 1), 0)
})

test('a refused prompt is an error of the prompt, and a failing engine is not', () => {
  const one = { count: 1, returned: 1 }
  assert.equal(notDrawn({ ...one, error: 'No.', error_code: 'prompt_refused' }, 'j').kind, 'invalid')
  const { kind, message, details } = notDrawn({ ...one, error: null, error_code: null }, 'j')
  assert.deepEqual([kind, message, details], ['unavailable', "We couldn't draw the image.", { jobId: 'j' }])
})

test('people read in their own language why a request failed, and once what happened to the credits', () => {
  const stored = 'The image service refused this prompt. Please reword it. You got your credit back.'
  const failed = { error: stored, error_code: 'prompt_refused', count: 1, returned: 1 }
  assert.equal(notDrawn(failed, 'j').message, stored)
  inLanguage('es', () => {
    const back = 'Recuperó su crédito.'
    assert.equal(
      notDrawn(failed, 'j').message,
      `El servicio de imágenes rechazó esta descripción. Escríbala de otra manera. ${back}`,
    )
    const error = failureText({ code: 'prompt_refused', message: stored, drawn: 0, count: 1, returned: 1 })
    const refused = job('refused', 1, { status: 'failed', error, creditsReturned: 1 })
    assert.equal(reasonText(refused), 'El servicio de imágenes rechazó esta descripción. Escríbala de otra manera.')
    const away = notDrawn({ ...failed, error: "We can't reach it.", error_code: 'engine_away', returned: 1 }, 'j')
    assert.equal(
      away.message,
      `No podemos comunicarnos con el servicio de imágenes. Inténtelo de nuevo en unos minutos. ${back}`,
    )
  })
})

test('a URL with an image or a request fills the form instead of the draft of another page', () => {
  for (const address of ['?from=a', '?job=a&job=b', '?from='])
    assert.equal(fillsForm(new URLSearchParams(address)), true, address)
  for (const address of ['', '?lang=es']) assert.equal(fillsForm(new URLSearchParams(address)), false, address)
})

test('shows an error without a field for the whole request', () => {
  const { message, issues } = noSuchImage()
  assert.deepEqual(refusalTexts({ message, issues }, ['prompt', 'seed']), ["We couldn't find this image"])
  assert.deepEqual(refusalTexts({ message: 'You are out of credits.', issues: [] }, ['prompt']), [
    'You are out of credits.',
  ])
  const both = { message: 'x', issues: [{ path: 'prompt', message: 'Please enter a prompt' }, ...issues] }
  assert.deepEqual(refusalTexts(both, ['prompt']), ["We couldn't find this image"])
  assert.deepEqual(refusalTexts({ message: 'x', issues: both.issues.slice(0, 1) }, ['prompt']), [])
})

const jobs = (ids: Job[]) => ids.map(({ jobId }) => jobId)
/** @param minute of the hour in which it was requested */
const job = (jobId: string, minute: number, more: Partial<Job> = {}): Job => ({
  jobId,
  status: 'queued',
  position: 1,
  progress: 0,
  revision: 0,
  retry_of: null,
  request: {
    prompt: `prompt ${jobId}`,
    negative_prompt: '',
    style: 'Cinematic',
    filter: 'Default',
    image_size: '512x512',
    restore_faces: true,
    seed: 1,
    count: 1,
    remix_of: null,
  },
  created_at: `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`,
  started_at: null,
  finished_at: null,
  ...more,
})

test('keeps the newest state of each request, in any order of arrival, and lists the newest request first', () => {
  const state = fc.record({ id: fc.constantFrom('a', 'b', 'c'), revision: fc.nat(9) })
  fc.assert(
    fc.property(fc.array(state, { maxLength: 20 }), (states) => {
      const minutes: Record<string, number> = { a: 3, b: 1, c: 2 }
      const all = states.reduce<Job[]>(
        (known, { id, revision }) => jobsWith(known, job(id, minutes[id] ?? 0, { revision })),
        [],
      )
      assert.deepEqual(
        jobs(all),
        ['a', 'c', 'b'].filter((id) => states.some((one) => one.id === id)),
      )
      for (const { jobId, revision } of all)
        assert.equal(revision, Math.max(...states.filter(({ id }) => id === jobId).map((one) => one.revision)))
    }),
  )
})

test('a retry replaces the failed request, which does not come back', () => {
  const failed = job('failed', 1, { status: 'failed', revision: 4 })
  const again = job('again', 2, { retry_of: 'failed' })
  const now = jobsWith([job('other', 0), failed], again)
  assert.deepEqual(jobs(now), ['again', 'other'])
  assert.deepEqual(jobsWith(now, failed), now)
})

test('a page starts with all requests in progress, the one in its URL, and three that failed', () => {
  const failed = [9, 8, 7, 6, 5].map((minute) => job(`failed ${minute}`, minute, { status: 'failed' }))
  const open = [...failed, job('running', 2, { status: 'running' }), job('queued', 1)]
  const named = [job('drawn', 4, { status: 'succeeded' }), job('queued', 1)]
  assert.deepEqual(jobs(jobsToShow(open, named)), ['failed 9', 'failed 8', 'failed 7', 'drawn', 'running', 'queued'])
})

test('keeps failed requests and the newest finished ones visible', () => {
  const drawn = [9, 8, 7, 6, 5].map((minute) => job(`drawn ${minute}`, minute, { status: 'succeeded' }))
  const rest = [job('off', 4, { status: 'cancelled' }), job('failed', 3, { status: 'failed' }), job('queued', 1)]
  assert.deepEqual(jobs(jobsToKeep([...drawn, ...rest])), [
    'drawn 9',
    'drawn 8',
    'drawn 7',
    'drawn 6',
    'failed',
    'queued',
  ])
})

const size = { width: 512, height: 512 }
const files = { imageUrl: '/i.png', renditions: { avif: {}, webp: {} } }
const image = { id: 'i', ...files, ...size, original: size, usedParams: {} as never }
test('a changed image replaces the old one in its request, wherever the request names it', () => {
  const other = { ...image, id: 'other' }
  const now = { ...image, imageUrl: '/new.png' }
  const known = [job('one', 2, { image, images: [image, other] }), job('two', 1, { image: other }), job('none', 0)]
  assert.deepEqual(jobsWithImage(known, now), [{ ...known[0], image: now, images: [now, other] }, ...known.slice(1)])
  assert.deepEqual(jobsWithImage([job('one', 2, { image })], now), [job('one', 2, { image: now })])
})

const stands: [more: Partial<Job>, text: string][] = [
  [{ position: 1 }, 'Next in the queue'],
  [{ position: 12 }, 'Number 12 in the queue'],
  [{ status: 'running', progress: 40 }, 'Drawing your image'],
  [{ status: 'running', request: { ...job('x', 0).request, count: 3 } }, 'Drawing your 3 images'],
  [{ status: 'succeeded', image }, 'Your image is ready'],
  [{ status: 'succeeded', image, images: [image, image] }, 'Your 2 images are ready'],
  [{ status: 'succeeded' }, 'Its images were deleted'],
  [{ status: 'failed', error: 'The engine is away.' }, 'The engine is away.'],
  [
    { status: 'failed', error: 'The engine is away. You got your 2 credits back.', creditsReturned: 2 },
    'The engine is away.',
  ],
  [{ status: 'cancelled' }, 'Canceled'],
]
for (const [more, text] of stands)
  test(`${JSON.stringify(more)} says "${text}"`, () => {
    assert.equal(standText(job('x', 0, more)), text)
  })

test('announces each change once, with its request and returned credits, but no percentages or places', () => {
  const queued = job('x', 0, { position: 3 })
  const running = job('x', 0, { status: 'running', revision: 1 })
  const failed = job('x', 0, {
    status: 'failed',
    revision: 5,
    error: 'It is away. You got your credit back.',
    creditsReturned: 1,
  })
  assert.equal(newsOf(undefined, queued), 'Number 3 in the queue: prompt x.')
  assert.equal(newsOf(queued, { ...queued, position: 2 }), null)
  assert.equal(newsOf(queued, running), 'Drawing your image: prompt x.')
  assert.equal(newsOf(running, { ...running, progress: 50, revision: 2 }), null)
  assert.equal(newsOf(running, failed), 'It is away: prompt x. You got your credit back.')
  assert.equal(newsOf(failed, running), null)
  const done = job('x', 0, { status: 'succeeded', revision: 6, image, creditsReturned: 0 })
  assert.equal(newsOf(running, done), 'Your image is ready: prompt x.')
})

test('shortens a long prompt to its beginning without splitting a character', () => {
  assert.equal(briefly('a barn'), 'a barn')
  assert.equal(briefly('\u{1F6A2}'.repeat(60)), '\u{1F6A2}'.repeat(60))
  assert.equal(briefly('\u{1F6A2}'.repeat(61)), `${'\u{1F6A2}'.repeat(59)}…`)
})

test('the page says in advance whether another request is possible', () => {
  assert.equal(roomText(0), null)
  assert.match(roomText(1) ?? '', /^Drawing\. You can start one more/)
  assert.match(roomText(2) ?? '', /^2 at a time\. You can start the next/)
})
