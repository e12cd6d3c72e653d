import { connectAll, holdWithSql } from './bare-hold.ts'
import { addressHeader, type Buyer, formOf, personOf, type Stage, slotOf } from './buyer.ts'
import { openConnection } from './http-connection.ts'
import { answerLoad } from './load-process.ts'

export type RaceTask = {
  port: number
  databaseUrl: string
  /** Whether to go through the product or call only the database's function. */
  way: 'http' | 'sql'
  stage: Stage
  clients: number
  slots: number
  /** Number of the first slot. Each slot has one race. */
  first: number
}

/** Times are milliseconds from the start of a slot's race to an answer. */
export type RaceResult = {
  /** One entry per slot. */
  winners: number[]
  wonAfter: number[]
  lostAfter: number[]
  /** Answers that are neither a hold nor the specified refusal. */
  others: string[]
}

type Racer = { hold(buyer: Buyer): Promise<'held' | 'taken' | (string & {})>; close(): unknown }

const TAKEN = 'This time slot is no longer available. Please select a different time.'

async function visitor(port: number): Promise<Racer> {
  const { post, close } = await openConnection(port)
  return {
    async hold(buyer) {
      const body = { bookingData: formOf(buyer) }
      const { status, body: answer } = await post('/api/payments/create-payment-intent', body, addressHeader(buyer))
      if (status === 201) return 'held'
      return status === 409 && JSON.parse(answer.toString()).error === TAKEN ? 'taken' : `${status} ${answer}`
    },
    close,
  }
}

function racersOf({ way, port, databaseUrl, clients }: RaceTask): Promise<Racer[]> {
  if (way === 'http') return Promise.all(Array.from({ length: clients }, () => visitor(port)))
  return connectAll(databaseUrl, clients).then((sessions) =>
    sessions.map((session) => ({
      hold: async (buyer) => (await holdWithSql(session, buyer)).outcome ?? 'no answer',
      close: () => session.end(),
    })),
  )
}

/** Makes all clients request one slot at once, then the next one. Each client is a new buyer each time. */
answerLoad(async (task: RaceTask, begin): Promise<RaceResult> => {
  const racers = await racersOf(task)
  const result: RaceResult = { winners: [], wonAfter: [], lostAfter: [], others: [] }
  begin()
  for (let slot = task.first; slot < task.first + task.slots; slot++) {
    let winners = 0
    const wanted = slotOf(task.stage, slot)
    const startedAt = performance.now()
    await Promise.all(
      racers.map(async (racer, client) => {
        const outcome = await racer.hold({ ...wanted, ...personOf(slot * task.clients + client) })
        const after = performance.now() - startedAt
        if (outcome === 'held') {
          winners++
          result.wonAfter.push(after)
        } else if (outcome === 'taken') result.lostAfter.push(after)
        else result.others.push(outcome)
      }),
    )
    result.winners.push(winners)
  }
  await Promise.all(racers.map((racer) => racer.close()))
  return result
})
