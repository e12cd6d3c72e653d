/**
 * After a group that was not full, the next one starts at least this long later, so that calls that trickle in share a
 * group.
 */
const APART_MS = 10
/** A slow group, such as one that waits for a lock, delays the next group at most this long. */
const LONGEST_TURN_MS = 100

/**
 * Batches calls. A call that arrives while one group runs joins the next group, so a busy database gets fewer and
 * larger statements, and an idle one gets them at once. If a group fails, we repeat each of its calls alone, so that
 * each caller gets its own result.
 * @param answer takes a group of items and returns one result for each, in order
 * @param keyOf if given, items with one key are never in the same group
 */
export function together<Item, Result>(
  answer: (items: Item[]) => Promise<Result[]>,
  { most = 64, keyOf = () => ({}) }: { most?: number; keyOf?: (item: Item) => unknown } = {},
): (item: Item) => Promise<Result> {
  type Call = { item: Item; done: (result: Result) => void; fail: (error: unknown) => void }
  let waiting: Call[] = []
  let isUnderWay = false

  function nextGroup(): Call[] {
    const group = new Map<unknown, Call>()
    const rest: Call[] = []
    for (const call of waiting) {
      const key = keyOf(call.item)
      if (group.size < most && !group.has(key)) group.set(key, call)
      else rest.push(call)
    }
    waiting = rest
    return [...group.values()]
  }

  async function ask(group: Call[]): Promise<void> {
    try {
      const results = await answer(group.map(({ item }) => item))
      for (const [at, { done }] of group.entries()) done(results[at] as Result)
    } catch (error) {
      if (group.length === 1) return group[0]?.fail(error)
      await Promise.all(group.map((call) => ask([call])))
    }
  }

  async function work() {
    while (waiting.length > 0) {
      const soonest = pause(APART_MS)
      await Promise.race([ask(nextGroup()), pause(LONGEST_TURN_MS)])
      if (waiting.length < most) await soonest
    }
    isUnderWay = false
  }

  return (item) =>
    new Promise((done, fail) => {
      waiting.push({ item, done, fail })
      if (isUnderWay) return
      isUnderWay = true
      // Calls in this turn of the event loop, such as the parts of one job, join the same group.
      setImmediate(work)
    })
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
