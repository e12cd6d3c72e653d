import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesInTurn, saveLatest } from './in-turn.ts'

const flush = () => new Promise((resolve) => setImmediate(resolve))

/** A server with two switches, which answers when the test tells it to. */
function serve() {
  let stored = { news: false, hidden: false }
  const waiting: (() => void)[] = []
  const asked: Partial<typeof stored>[] = []
  return {
    asked,
    save(change: Partial<typeof stored>) {
      asked.push(change)
      return new Promise<typeof stored>((resolve, reject) => {
        waiting.push(() => {
          if (change.hidden === true) return reject(new Error('away'))
          stored = { ...stored, ...change }
          resolve(stored)
        })
      })
    },
    async answer() {
      waiting.shift()?.()
      await flush()
    },
  }
}

test('an answer to one change does not revert later changes', async () => {
  const server = serve()
  const shown: object[] = []
  const change = changesInTurn({ news: false, hidden: false }, server.save, (values) => shown.push(values))
  const first = change({ news: true })
  const second = change({ news: false })
  await flush()
  assert.deepEqual([server.asked, shown.at(-1)], [[{ news: true }], { news: false, hidden: false }])
  await server.answer()
  await first
  assert.deepEqual([server.asked.length, shown.at(-1)], [2, { news: false, hidden: false }])
  await server.answer()
  await second
  assert.deepEqual(shown.at(-1), { news: false, hidden: false })
})

test('reverts only the change that fails', async () => {
  const server = serve()
  const shown: object[] = []
  const change = changesInTurn({ news: false, hidden: false }, server.save, (values) => shown.push(values))
  const failing = assert.rejects(change({ hidden: true }), { message: 'away' })
  const second = change({ news: true })
  await flush()
  await server.answer()
  await failing
  assert.deepEqual(shown.at(-1), { news: true, hidden: false })
  await server.answer()
  await second
  assert.deepEqual(shown.at(-1), { news: true, hidden: false })
})

test('a value that fails restores the last saved one', async () => {
  const wanted = ['Manga', 'Vintage', 'Noir']
  const save = async (value: string) => {
    if (value === 'Vintage') throw new Error('away')
    return value
  }
  assert.deepEqual(await saveLatest('Default', () => wanted.shift() ?? null, save), { saved: 'Manga', fault: 'away' })
  assert.deepEqual(await saveLatest('Manga', () => wanted.shift() ?? null, save), { saved: 'Noir', fault: null })
})
