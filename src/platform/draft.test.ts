import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropDraft, keepDraft, listDrafts } from './draft.ts'

/** A browser's storage, until the test blocks it. */
function storageOf(entries: [string, string][] = [], isForbidden = false): Storage {
  const map = new Map(entries)
  const guard = () => {
    if (isForbidden) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  return {
    get length() {
      guard()
      return map.size
    },
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => {
      guard()
      map.set(key, value)
    },
    removeItem: (key) => {
      guard()
      map.delete(key)
    },
    clear: () => map.clear(),
  }
}

const now = new Date('2026-11-25T12:00:00Z')
type Note = { text: string }
const isValues = (values: unknown): values is Note => typeof (values as Note | null)?.text === 'string'
const list = (storage: Storage) => listDrafts(storage, 'draft:', { now, isValues })

test('lists drafts with the prefix, newest first', () => {
  const storage = storageOf([['other:1', '{"keptAt":"2026-11-25T00:00:00Z","values":{"text":"no"}}']])
  keepDraft(storage, { key: 'draft:1', keptAt: '2026-11-24T00:00:00.000Z', values: { text: 'older' } })
  keepDraft(storage, { key: 'draft:2', keptAt: '2026-11-25T00:00:00.000Z', values: { text: 'newer' } })
  assert.deepEqual(
    list(storage).map(({ key, values }) => [key, values.text]),
    [
      ['draft:2', 'newer'],
      ['draft:1', 'older'],
    ],
  )
  dropDraft(storage, 'draft:2')
  assert.equal(list(storage).length, 1)
  assert.equal(storage.length, 2)
})

test('removes drafts that are too old or have another shape, and anything that is not a draft', () => {
  const storage = storageOf([
    ['draft:old', JSON.stringify({ keptAt: '2026-10-26T11:59:59Z', values: { text: 'x' } })],
    ['draft:shape', JSON.stringify({ keptAt: '2026-11-25T00:00:00Z', values: { words: 'x' } })],
    ['draft:undated', JSON.stringify({ values: { text: 'x' } })],
    ['draft:date', JSON.stringify({ keptAt: 'yesterday', values: { text: 'x' } })],
    ['draft:broken', '{"keptAt'],
    ['draft:null', 'null'],
  ])
  assert.deepEqual(list(storage), [])
  assert.equal(storage.length, 0)
})

test('full or blocked storage keeps nothing and causes no error', () => {
  const storage = storageOf([], true)
  assert.equal(keepDraft(storage, { key: 'draft:1', keptAt: now.toISOString(), values: { text: 'x' } }), false)
  dropDraft(storage, 'draft:1')
  assert.deepEqual(list(storage), [])
})
