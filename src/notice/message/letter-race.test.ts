import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { type FakeLob, startLob } from '../../../test/fakes/lob.ts'
import { bookShowing, letterSlot, signUp } from '../../../test/scene.ts'
import type { MessageSenders } from './ports.ts'

// Runs a cancellation and the job that sends the letter in every order, on a real PostgreSQL.

/** When the cancellation comes. `at the vendor`: the vendor has the letter, and we wait for the answer. */
const MOMENTS = ['before the job', 'while it is printed', 'at the vendor', 'after the answer'] as const
type Moment = (typeof MOMENTS)[number]
/** What the vendor does with the first call for a letter. */
const FAULTS = {
  'a vendor that answers': undefined,
  'a vendor that fails': { status: 500 },
  'a vendor whose answer is lost': 'answer lost',
  'a vendor that answers too late': 'answer late',
  'a vendor that says nothing': 'silence',
} as const

type Gate = { reached: Promise<void>; open(): void }
type Stops = Partial<Record<'before' | 'after', { reach(): void; opened: Promise<void> }>>

/** Stops the next letter on its way to the vendor, or its answer on the way back. */
function stopAt(stops: Stops, where: 'before' | 'after'): Gate {
  const reached = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  stops[where] = { reach: reached.resolve, opened: opened.promise }
  return { reached: reached.promise, open: opened.resolve }
}

async function stop(stops: Stops, where: 'before' | 'after'): Promise<void> {
  const found = stops[where]
  delete stops[where]
  found?.reach()
  await found?.opened
}

const withStops = (stops: Stops) => (real: MessageSenders) => ({
  ...real,
  certified_mail: {
    ...real.certified_mail,
    async send(message: Parameters<MessageSenders['certified_mail']['send']>[0]) {
      await stop(stops, 'before')
      try {
        return await real.certified_mail.send(message)
      } finally {
        await stop(stops, 'after')
      }
    },
  },
})

const RETURN_ADDRESS = {
  RETURN_ADDRESS_NAME: 'Acme Homes',
  RETURN_ADDRESS_LINE1: '5 Main St',
  RETURN_ADDRESS_CITY: 'Fresno',
  RETURN_ADDRESS_STATE: 'CA',
  RETURN_ADDRESS_ZIP: '93650',
}

type World = { app: TestApp; stops: Stops; agent: Awaited<ReturnType<typeof signUp>> }
let lob: FakeLob
const worlds: { lob?: World; outbox?: World } = {}
async function open(env: Record<string, string>): Promise<World> {
  const stops: Stops = {}
  const app = await testApp({ max: 20, env, senders: withStops(stops), vendorTimeoutMs: 1000 })
  return { app, stops, agent: await signUp(app, 'agent@agents.example.com') }
}
before(async () => {
  lob = await startLob()
  worlds.lob = await open({ ...lob.env, ...RETURN_ADDRESS })
  worlds.outbox = await open({})
})
after(async () => {
  await worlds.lob?.app.close()
  await worlds.outbox?.app.close()
  await lob.close()
})

/** Makes a booking with a letter, whose messages are planned but not sent. */
async function book({ app, agent }: World) {
  app.clock.set(Temporal.Now.instant().toString())
  const home = await makeProperty(app.db, { occupancy: 'resident', ownerId: agent.accountId })
  const form = makeForm(home.slug, { ...(await letterSlot(app, home.slug)), mailUpgrade: true })
  const { booking, token } = await bookShowing(app, form)
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
  const { rows } = await sql<{ id: string }>`
    select id from notification where booking_id = ${booking.id} and channel = 'certified_mail'`.execute(app.db)
  return { id: booking.id as string, token, slug: home.slug, letterId: rows[0]?.id ?? '' }
}
type Booked = Awaited<ReturnType<typeof book>>

async function act(world: World, booked: Booked, deed: 'cancel' | 'move'): Promise<void> {
  const path = `/api/showingbooker/public/booking/${booked.token}/${deed}`
  const wanted = deed === 'move' ? await letterSlot(world.app, booked.slug, 30) : {}
  const answer = await world.app.call('POST', path, wanted)
  assert.equal(answer.status, 200, answer.text)
}

/** Runs every job at its time, and the sweeps of every minute, until nothing is left to do. */
async function runAllJobs({ app }: World): Promise<void> {
  for (let rounds = 0; rounds < 200; rounds++) {
    const { rows } = await sql<{ id: string; task: string; payload: unknown; run_at: Date }>`
      select j.id, t.identifier as task, j.payload, j.run_at from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id order by j.run_at, j.id limit 1`.execute(app.db)
    const [job] = rows
    if (!job) {
      await app.letters.recallDue()
      return
    }
    if (job.run_at.getTime() > app.clock.now().epochMilliseconds) app.clock.set(job.run_at.toISOString())
    // A request that comes while a job runs needs its own job.
    await sql`delete from graphile_worker._private_jobs where id = ${job.id}`.execute(app.db)
    await app.jobs[job.task]?.(job.payload, { isLastAttempt: false })
  }
  assert.fail('the jobs have no end')
}

/** Returns what each record says about a booking's letters, as `event: status`. */
async function storiesOf({ app }: World, { id }: Booked) {
  const { rows: kept } = await sql<{ id: string; event: string; status: string; recall: string | null }>`
    select id, event, status, recall from notification where booking_id = ${id} and channel = 'certified_mail' order by round`.execute(
    app.db,
  )
  const { rows: entries } = await sql<{ event: string; payload: string }>`
    select event, payload from compliance_entry where booking_id = ${id} order by sequence`.execute(app.db)
  const { rows: taken } = await sql<{ id: string; status: string }>`
    select id, status from outbox_message where booking_id = ${id} and channel = 'certified_mail'`.execute(app.db)
  const logged = (event: string) => {
    const words: string[] = []
    for (const entry of entries) {
      const { messages, ...payload } = JSON.parse(entry.payload)
      if (entry.event === 'notified')
        for (const told of messages)
          if (told.channel === 'certified_mail' && told.event === event) words.push(told.status)
      if (entry.event.startsWith('letter_') && payload.event === event) words.push(entry.event)
    }
    return words
  }
  return kept.map((row) => {
    const letters = lob.letters.filter(({ fields }) => fields['metadata[notification]'] === row.id)
    return {
      event: row.event,
      row: row.recall ? `${row.status} ${row.recall}` : row.status,
      log: logged(row.event),
      vendor: [
        ...letters.map(({ deleted }) => (deleted ? 'taken back' : 'posted')),
        ...taken
          .filter((one) => one.id === row.id)
          .map(({ status }) => (status === 'cancelled' ? 'taken back' : 'posted')),
      ],
    }
  })
}

const TAKEN_BACK = { row: 'sent cancelled', log: ['Sent', 'letter_cancelled'], vendor: ['taken back'] }
const NEVER_SENT = { row: 'not_sent', log: ['Not sent'], vendor: [] }
const POSTED = { row: 'sent', log: ['Sent'], vendor: ['posted'] }

/** Sends the letter and cancels at that moment, with a second worker on the same booking. */
async function interleave(world: World, booked: Booked, moment: Moment, deed: () => Promise<void>): Promise<void> {
  const { app, stops } = world
  const send = () => app.messaging.deliver(booked.id)
  if (moment === 'before the job') {
    await deed()
    await Promise.all([send(), send()])
    return
  }
  if (moment === 'after the answer') {
    await send()
    await deed()
    return
  }
  const gate = stopAt(stops, moment === 'at the vendor' ? 'after' : 'before')
  const sending = send()
  await gate.reached
  await deed()
  await send()
  gate.open()
  await sending
}

for (const deed of ['cancel', 'move'] as const) {
  for (const moment of MOMENTS) {
    test(`embedded post, a ${deed} ${moment}: all records agree`, async () => {
      const world = worlds.outbox as World
      const booked = await book(world)
      await interleave(world, booked, moment, () => act(world, booked, deed))
      await runAllJobs(world)
      const expected = moment === 'before the job' ? NEVER_SENT : TAKEN_BACK
      const [first, ...others] = await storiesOf(world, booked)
      assert.deepEqual(first, { event: 'booked', ...expected })
      assert.deepEqual(others, deed === 'move' ? [{ event: 'moved', ...POSTED }] : [])
    })

    for (const [vendor, fault] of Object.entries(FAULTS)) {
      // Before the job, no letter goes to the vendor.
      if (fault && moment === 'before the job') continue
      test(`${vendor}, a ${deed} ${moment}: all records agree`, async () => {
        const world = worlds.lob as World
        const booked = await book(world)
        const isLetter = ({ method, body }: { method: string; body: Buffer }) =>
          method === 'POST' && body.includes(booked.letterId)
        if (fault) lob.failNext(fault, isLetter)
        await interleave(world, booked, moment, () => act(world, booked, deed))
        await runAllJobs(world)
        const [first, ...others] = await storiesOf(world, booked)
        const isTaken =
          moment !== 'before the job' && ['undefined', 'answer lost', 'answer late'].includes(String(fault))
        assert.deepEqual(first, { event: 'booked', ...(isTaken ? TAKEN_BACK : NEVER_SENT) })
        assert.deepEqual(others, deed === 'move' ? [{ event: 'moved', ...POSTED }] : [])
      })
    }
  }
}

test('a letter that we no longer send waits for its last attempt only once, however often we check', async () => {
  const world = worlds.lob as World
  const { app } = world
  const booked = await book(world)
  lob.failNext({ status: 500 }, ({ method }) => method === 'POST')
  await app.messaging.deliver(booked.id)
  await act(world, booked, 'cancel')
  const look = async (seconds: number) => {
    app.clock.advance({ seconds })
    await app.messaging.deliver(booked.id)
    return (await storiesOf(world, booked))[0]?.row
  }
  assert.deepEqual([await look(50), await look(50), await look(21)], ['queued', 'queued', 'not_sent'])
})

test('a letter that its vendor created after we gave up is recognized by its event, and recalled', async () => {
  const world = worlds.lob as World
  const { app } = world
  const booked = await book(world)
  lob.failNext('hang up', ({ method }) => method === 'POST')
  await app.messaging.deliver(booked.id)
  await act(world, booked, 'cancel')
  await runAllJobs(world)
  assert.deepEqual((await storiesOf(world, booked))[0], { event: 'booked', ...NEVER_SENT })
  lob.hideTracking()
  const letter = {
    id: `ltr_${lob.letters.length + 1}`,
    pdf: '',
    deleted: false,
    isPrinted: false,
    fields: { 'metadata[notification]': booked.letterId },
  }
  lob.letters.push(letter)
  const told = lob.event(letter, 'letter.created', { id: 'evt_late', at: app.clock.now() })
  for (let n = 0; n < 2; n++) {
    const answer = await app.call('POST', '/api/webhooks/lob', told.body, told.headers)
    assert.equal(answer.status, 200, answer.text)
  }
  await runAllJobs(world)
  const [story] = await storiesOf(world, booked)
  assert.deepEqual([story?.row, story?.vendor], ['sent cancelled', ['taken back']])
  assert.deepEqual(story?.log, ['Not sent', 'Sent', 'letter_cancelled'])
})
