import { type GetResult, type GetTask, targetsOf } from './get-load.ts'
import { openConnection } from './http-connection.ts'
import { answerLoad } from './load-process.ts'
import { quantile, sorted } from './rounds.ts'

/** Replaces wrk: this many connections, and each sends its next request as soon as it has an answer. */
answerLoad(async (task: GetTask, begin): Promise<GetResult> => {
  const { connections, seconds, headers, isUnique } = task
  const { port } = new URL(task.url)
  const own = targetsOf(task)
  const lines = Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(Number(port))))
  const times: number[] = []
  let n = 0
  begin()
  const startedAt = performance.now()
  const end = startedAt + seconds * 1000
  await Promise.all(
    open.map(async (connection) => {
      for (let from = performance.now(); from < end; from = performance.now()) {
        n++
        const { status } = await connection.get(`${own[n % own.length]}${isUnique ? n : ''}`, lines)
        if (status !== 200) throw new Error(`The load got failures: an answer ${status}`)
        times.push(performance.now() - from)
      }
    }),
  )
  const ascending = sorted(times)
  for (const connection of open) connection.close()
  const perSecond = (times.length * 1000) / (performance.now() - startedAt)
  return { count: times.length, perSecond, p50: quantile(ascending, 0.5), p99: quantile(ascending, 0.99) }
})
