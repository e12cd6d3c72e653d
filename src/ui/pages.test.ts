import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { List, Page } from '../platform/api-list.ts'
import { createPages, type PagesOptions } from './pages.ts'

type Item = { id: string; version: number }
type Call = { cursor: string | null; limit: number | undefined; signal: AbortSignal }
type Answer = (page: Page<Item> | Error) => void

/** A server that answers when the test tells it to. */
function serve(key = 'all') {
  const calls: (Call & { answer: Answer })[] = []
  const list: List<Item> = {
    key,
    load: (cursor = null, { signal = new AbortController().signal, limit } = {}) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        const answer: Answer = (page) => (page instanceof Error ? reject(page) : resolve(page))
        calls.push({ cursor, limit, signal, answer })
      }),
  }
  return { list, calls }
}

const pageOf = (ids: string, nextCursor: string | null = null, version = 1): Page<Item> => ({
  items: [...ids].map((id) => ({ id, version })),
  nextCursor,
})

/** Lets all pending callbacks run. */
const flush = () => new Promise((resolve) => setImmediate(resolve))

function open(first: Page<Item> | null, options: Partial<PagesOptions<Item>> = {}) {
  const server = serve()
  const pages = createPages<Item>({ idOf: ({ id }) => id, ...options })
  pages.show(server.list, first)
  const leave = pages.enter()
  const ids = () =>
    pages
      .get()
      .items.map(({ id }) => id)
      .join('')
  /** Passes another first page from the loader. */
  function reload(page: Page<Item>) {
    pages.show(server.list, page)
    pages.followFirst()
  }
  async function answer(page: Page<Item> | Error) {
    await flush()
    server.calls.at(-1)?.answer(page)
    await flush()
  }
  return { ...server, pages, leave, ids, reload, answer }
}

describe('a list by cursor', () => {
  let list: ReturnType<typeof open>
  beforeEach(() => {
    list = open(pageOf('abc', 'c'))
  })

  async function showMore(page: Page<Item> | Error) {
    const done = list.pages.showMore()
    await list.answer(page)
    await done
  }

  it("shows the loader's data and requests nothing", async () => {
    await flush()
    assert.deepEqual([list.ids(), list.pages.get().hasMore, list.calls.length], ['abc', true, 0])
  })

  it('loads more from its cursor on, each item once', async () => {
    await showMore(pageOf('cde'))
    assert.equal(list.calls[0]?.cursor, 'c')
    assert.deepEqual([list.ids(), list.pages.get().hasMore], ['abcde', false])
  })

  it('sends one request, however often more is requested', async () => {
    const first = list.pages.showMore()
    await list.pages.showMore()
    assert.equal(list.pages.get().isLoading, true)
    await list.answer(pageOf('de'))
    await first
    assert.deepEqual([list.calls.length, list.pages.get().isLoading], [1, false])
  })

  it('keeps the shown items when loading more fails, says why, and retries', async () => {
    await showMore(new Error('You seem to be offline.'))
    const { fault, hasMore, isLoading } = list.pages.get()
    assert.deepEqual([list.ids(), fault, hasMore, isLoading], ['abc', 'You seem to be offline.', true, false])
    await showMore(pageOf('de'))
    assert.deepEqual([list.ids(), list.pages.get().fault], ['abcde', undefined])
  })

  it('reloads the following pages after a different first page', async () => {
    await showMore(pageOf('def', 'f'))
    list.reload(pageOf('xab', 'b'))
    assert.equal(list.ids(), 'xabdef')
    await list.answer(pageOf('cde', 'e'))
    assert.equal(list.calls.at(-1)?.cursor, 'b')
    assert.deepEqual([list.ids(), list.pages.get().hasMore], ['xabcde', true])
  })

  it('keeps the following pages if that fails', async () => {
    await showMore(pageOf('de'))
    list.reload(pageOf('xab', 'b'))
    await list.answer(new Error('HTTP 500'))
    assert.deepEqual([list.ids(), list.pages.get().fault], ['xabde', undefined])
  })

  it('loads more only after that reload', async () => {
    await showMore(pageOf('de', 'e'))
    list.reload(pageOf('xab', 'b'))
    const more = list.pages.showMore()
    await list.answer(pageOf('cd', 'd'))
    await list.answer(pageOf('ef'))
    await more
    assert.deepEqual([list.calls.at(-1)?.cursor, list.ids()], ['d', 'xabcdef'])
  })

  it('starts over with another list', async () => {
    await showMore(pageOf('de'))
    const other = serve('found')
    list.pages.show(other.list, pageOf('z'))
    assert.deepEqual([list.ids(), list.pages.get().hasMore], ['z', false])
  })

  it('keeps the shown items until another list without a first page has loaded', async () => {
    const other = serve('found')
    list.leave()
    list.pages.show(other.list, null)
    list.pages.enter()
    await flush()
    assert.deepEqual([list.ids(), list.pages.get().isLoading, list.pages.get().isOld], ['abc', true, true])
    other.calls[0]?.answer(pageOf('z'))
    await flush()
    assert.deepEqual([list.ids(), list.pages.get().isLoading, list.pages.get().isOld], ['z', false, false])
  })

  it('says that another list could not be loaded, and tries again', async () => {
    const other = serve('found')
    list.leave()
    list.pages.show(other.list, null)
    list.pages.enter()
    await flush()
    other.calls[0]?.answer(new Error('HTTP 500'))
    await flush()
    assert.deepEqual([list.pages.get().fault, list.pages.get().hasMore], ['HTTP 500', true])
    const again = list.pages.showMore()
    await flush()
    other.calls[1]?.answer(pageOf('z'))
    await again
    assert.deepEqual([list.ids(), list.pages.get().fault], ['z', undefined])
  })

  it('switches to the last requested list', async () => {
    const [slow, quick] = [serve('a'), serve('ab')]
    list.leave()
    list.pages.show(slow.list, null)
    const leaveSlow = list.pages.enter()
    await flush()
    leaveSlow()
    list.pages.show(quick.list, null)
    list.pages.enter()
    await flush()
    assert.equal(slow.calls[0]?.signal.aborted, true)
    quick.calls[0]?.answer(pageOf('z'))
    await flush()
    assert.deepEqual([list.ids(), list.pages.get().isLoading], ['z', false])
  })

  it('cancels running requests when the person leaves, without an error', async () => {
    const done = list.pages.showMore()
    await flush()
    list.leave()
    await done
    assert.deepEqual([list.calls[0]?.signal.aborted, list.pages.get().fault], [true, undefined])
  })

  it('reloads everything shown on request', async () => {
    await showMore(pageOf('de', 'e'))
    const done = list.pages.refresh()
    await list.answer(pageOf('xab', 'b'))
    await list.answer(pageOf('cd', 'd'))
    await done
    assert.deepEqual([list.calls.map(({ cursor }) => cursor).slice(1), list.ids()], [[null, 'b'], 'xabcd'])
  })

  it('shows a local change on every page, and a removed item on none', async () => {
    await showMore(pageOf('de'))
    list.pages.put({ id: 'd', version: 2 })
    list.pages.drop('b')
    // It was never loaded.
    list.pages.drop('z')
    assert.equal(list.pages.get().goneCount, 1)
    list.reload(pageOf('abc', 'c'))
    assert.deepEqual([list.ids(), list.pages.get().items.find(({ id }) => id === 'd')?.version], ['acde', 2])
  })

  it('takes the last copy of an item, unless the list knows which is older', () => {
    list.pages.put({ id: 'a', version: 5 })
    list.reload(pageOf('abc', 'c', 4))
    assert.equal(list.pages.get().items[0]?.version, 4)
    const careful = open(pageOf('abc'), { isOlder: (one, than) => one.version < than.version })
    careful.pages.put({ id: 'a', version: 5 })
    careful.reload(pageOf('abc', null, 4))
    assert.deepEqual(
      careful.pages.get().items.map(({ version }) => version),
      [5, 4, 4],
    )
  })

  it('ignores reloads if the list is still', async () => {
    const still = open(pageOf('abc', 'c'), { isStill: true })
    still.reload(pageOf('xyz'))
    assert.equal(still.ids(), 'abc')
    still.pages.prepend(pageOf('xa').items)
    assert.equal(still.ids(), 'xabc')
    still.pages.startOver(pageOf('z'))
    assert.deepEqual([still.ids(), still.pages.get().hasMore], ['z', false])
  })

  it('continues until it has enough items, in large pages if many are missing', async () => {
    const done = list.pages.showMore(60)
    await list.answer({ items: Array.from({ length: 50 }, (_, n) => ({ id: `n${n}`, version: 1 })), nextCursor: 'n' })
    await list.answer({ items: Array.from({ length: 10 }, (_, n) => ({ id: `m${n}`, version: 1 })), nextCursor: 'm' })
    await done
    assert.deepEqual(
      list.calls.map(({ cursor, limit }) => [cursor, limit]),
      [
        ['c', 100],
        ['n', undefined],
      ],
    )
    await list.pages.showMore(60)
    assert.equal(list.calls.length, 2)
  })
})
