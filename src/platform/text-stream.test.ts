import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { textStream } from './text-stream.ts'

async function* parts(...of: string[]) {
  yield* of
}
const read = async (stream: ReadableStream<Uint8Array>) => text(stream as never)

test('delivers the parts whole and in order, even if some are empty', async () => {
  const lists = fc.array(fc.oneof(fc.constant(''), fc.string({ unit: 'grapheme' })), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      const told = list.join('').replace(/^\ufeff/, '')
      assert.equal(await read(await textStream(parts(...list))), told)
    }),
    { numRuns: 200 },
  )
})

test('an early failure throws before the stream exists, and a later one ends it', async () => {
  async function* broken(...of: string[]) {
    yield* of
    throw new Error('away')
  }
  await assert.rejects(textStream(broken()), /away/)
  await assert.rejects(read(await textStream(broken('one', 'two'))), /away/)
})

test('never reads ahead of its reader, and ends when the reader leaves', async () => {
  let made = 0
  let isOver = false
  async function* endless() {
    try {
      for (;;) {
        made++
        yield 'part'
      }
    } finally {
      isOver = true
    }
  }
  const reader = (await textStream(endless())).getReader()
  await reader.read()
  assert.ok(made <= 3, `${made} parts were made for one`)
  await reader.cancel()
  assert.equal(isOver, true)
})
