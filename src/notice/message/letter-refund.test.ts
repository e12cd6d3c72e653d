import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { untilLockWaits } from '../../../test/locks.ts'
import { bookShowing, freeSlot, letterSlot, signUp } from '../../../test/scene.ts'
import type { PaymentProvider } from '../../money/payment/ports.ts'

// Tests the price of a certified letter. We refund it if we do not mail the letter, even if we keep the fee.

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
let failures = 0
const failing = (real: PaymentProvider): PaymentProvider => ({
  ...real,
  async refund(asked) {
    if (failures-- > 0) {
      // The answer gets lost, sometimes after the work is done.
      if (failures % 2 === 0) await real.refund(asked)
      throw new Error('the provider hung up')
    }
    return real.refund(asked)
  },
})
before(async () => {
  app = await testApp({ max: 20, provider: failing })
  agent = await signUp(app, 'agent@agents.example.com')
})
after(() => app.close())

type How = { approval?: 'automatic' | 'manual'; isSent?: boolean }
async function book({ approval = 'automatic', isSent = true }: How = {}) {
  failures = 0
  app.clock.set(Temporal.Now.instant().round('second').toString())
  const home = await makeProperty(app.db, { occupancy: 'resident', ownerId: agent.accountId, approval })
  const form = makeForm(home.slug, { ...(await letterSlot(app, home.slug)), mailUpgrade: true })
  const { booking, token } = await bookShowing(app, form)
  if (isSent) await app.runJobs()
  return { id: booking.id as string, slug: home.slug, token }
}
type Booked = Awaited<ReturnType<typeof book>>

const own = async ({ token }: Booked, deed: string, body: object = {}) => {
  const answer = await app.call('POST', `/api/showingbooker/public/booking/${token}/${deed}`, body)
  assert.equal(answer.status, 200, answer.text)
}
const asAgent = async ({ id }: Booked, deed: string, body: object = {}) => {
  const headers = { cookie: agent.cookie, origin: app.config.publicUrl }
  const answer = await app.call('POST', `/api/showingbooker/bookings/${id}/${deed}`, body, headers)
  assert.equal(answer.status, 200, answer.text)
}
const pageOf = async ({ token }: Booked) => (await app.call('GET', `/api/showingbooker/public/booking/${token}`)).body

/** Runs the jobs, and the sweeps that finish their work. */
async function work(): Promise<void> {
  for (let rounds = 0; rounds < 3; rounds++) {
    await app.runJobs()
    app.clock.advance({ minutes: 2 })
    await app.letters.recallDue()
    await app.dueMoney.processDuePayments()
  }
  await app.runJobs()
}

async function moneyOf({ id }: Booked) {
  const { rows } = await sql<{ entry: string }>`
    select m.kind || ' ' || m.amount_cents as entry from money_entry m join payment p on p.id = m.payment_id
    where p.booking_id = ${id} order by m.at, m.id`.execute(app.db)
  const { rows: intents } = await sql<{ refunded: number }>`
    select i.refunded_cents as refunded from sandbox_intent i join payment p on p.intent_id = i.id where p.booking_id = ${id}`.execute(
    app.db,
  )
  return { entries: rows.map(({ entry }) => entry), atProvider: intents[0]?.refunded }
}
async function differencesOf({ id }: Booked) {
  const { found } = await app.reconciliations.run('whole')
  const { rows } = await sql<{ id: string }>`select id from payment where booking_id = ${id}`.execute(app.db)
  return found.filter(({ subjectId }) => subjectId === rows[0]?.id || subjectId === id)
}
async function messagesOf({ id }: Booked) {
  const { rows } = await sql<{ event: string; channel: string; role: string; text: string }>`
    select n.event, n.channel, n.role, o.text from notification n join outbox_message o on o.id = n.id
    where n.booking_id = ${id} order by n.id`.execute(app.db)
  return rows
}
const letterNews = async (booked: Booked) =>
  (await messagesOf(booked))
    .filter(({ event }) => event === 'letter_refunded')
    .map(({ channel, role }) => `${channel} ${role}`)
    .sort()

const BACK = { entries: ['charge 3500', 'letter_refund 1000'], atProvider: 1000 }
const KEPT = { entries: ['charge 3500'], atProvider: 0 }

for (const isSent of [true, false])
  test(`a buyer who cancels ${isSent ? 'before the letter is printed' : 'before it is handed over'} loses the fee but gets a refund of the letter's price, once`, async () => {
    const booked = await book({ isSent })
    await own(booked, 'cancel')
    await work()
    assert.deepEqual(await moneyOf(booked), BACK)
    assert.deepEqual(await letterNews(booked), ['email buyer', 'sms buyer'])
    const page = await pageOf(booked)
    assert.deepEqual([page.money, page.mailRefund], ['paid', 'returned'])
    assert.deepEqual(await differencesOf(booked), [])
    const receipt = await app.call('GET', `/api/showingbooker/public/booking/${booked.token}/receipt.pdf`)
    assert.equal(receipt.status, 200)
    const { rows } = await sql<{ payload: string }>`
      select payload from compliance_entry where booking_id = ${booked.id} and event = 'letter_refunded'`.execute(
      app.db,
    )
    assert.equal(rows.length, 1)
    assert.equal(JSON.parse(rows[0]?.payload ?? '').amount, 1000)
    const { entries } = await moneyOf(booked)
    await assert.rejects(
      sql`update money_entry set amount_cents = 1 where kind = 'letter_refund'`.execute(app.db),
      /append-only|not be changed|cannot be changed/i,
    )
    assert.deepEqual((await moneyOf(booked)).entries, entries)
  })

test('we do not refund a printed letter of a canceled showing, and the page says so', async () => {
  const booked = await book()
  await own(booked, 'cancel')
  await sql`select record_recall(id, 'too_late', null, now()) from notification
    where booking_id = ${booked.id} and channel = 'certified_mail'`.execute(app.db)
  await work()
  assert.deepEqual(await moneyOf(booked), KEPT)
  assert.equal((await pageOf(booked)).mailRefund, 'mailed')
  assert.deepEqual(await differencesOf(booked), [])
})

test("if the agent cancels, we refund everything, including the letter's price", async () => {
  const booked = await book()
  await asAgent(booked, 'cancel')
  await work()
  assert.deepEqual(await moneyOf(booked), { entries: ['charge 3500', 'refund 3500'], atProvider: 3500 })
  assert.deepEqual(await letterNews(booked), [])
  assert.equal((await pageOf(booked)).mailRefund, 'none')
  assert.deepEqual(await differencesOf(booked), [])
})

test('after a move to a start 7 or more days ahead, we mail a new letter for the same price', async () => {
  const booked = await book()
  await own(booked, 'move', await letterSlot(app, booked.slug, 30))
  await work()
  assert.deepEqual(await moneyOf(booked), KEPT)
  const { rows } = await sql<{ said: string }>`
    select concat_ws(' ', event, status, recall) as said from notification
    where booking_id = ${booked.id} and channel = 'certified_mail' order by round`.execute(app.db)
  assert.deepEqual(
    rows.map(({ said }) => said),
    ['booked sent cancelled', 'moved sent'],
  )
  assert.equal((await pageOf(booked)).mailRefund, 'none')
  await own(booked, 'cancel')
  await work()
  assert.deepEqual(await moneyOf(booked), BACK)
})

test('after a move to a start less than 7 days ahead, we mail no letter and refund its price; if the agent then cancels, we refund the rest', async () => {
  const booked = await book()
  await own(booked, 'move', await freeSlot(app, booked.slug))
  const page = await pageOf(booked)
  assert.equal(page.mailRefund, 'recalling')
  await work()
  assert.deepEqual(await moneyOf(booked), BACK)
  assert.deepEqual(await letterNews(booked), ['email buyer', 'sms buyer'])
  const told = await messagesOf(booked)
  const of = (event: string, role: string) =>
    told.find((one) => one.event === event && one.channel === 'email' && one.role === role)?.text
  assert.match(of('moved', 'buyer') ?? '', /too soon for certified mail/)
  assert.match(of('moved', 'listing_agent') ?? '', /too soon for certified mail, so we won't mail the letter/)
  assert.match(of('letter_refunded', 'buyer') ?? '', /\$10\.00 for certified mail/)
  assert.deepEqual(await differencesOf(booked), [])
  await asAgent(booked, 'cancel')
  await work()
  assert.deepEqual(await moneyOf(booked), { entries: [...BACK.entries, 'refund 2500'], atProvider: 3500 })
  assert.deepEqual(await differencesOf(booked), [])
  assert.match((await messagesOf(booked)).at(-1)?.text ?? '', /./)
})

/** Moves the showing to a time that the agent proposes and the buyer agrees to. */
async function agree(booked: Booked, time: object): Promise<void> {
  await asAgent(booked, 'propose-move', time)
  const { rows } = await sql<{ id: string }>`
    select slot_id as id from move_proposal where booking_id = ${booked.id} and answer is null`.execute(app.db)
  await own(booked, 'answer-move', { proposalId: rows[0]?.id, answer: 'agree' })
}
const lettersOf = async ({ id }: Booked) => {
  const { rows } = await sql<{ round: number }>`
    select round from notification where booking_id = ${id} and channel = 'certified_mail' order by round`.execute(
    app.db,
  )
  return rows.map(({ round }) => round)
}

test('a letter whose price we refunded is not mailed for a later time, and no message says that it is too soon', async () => {
  const booked = await book()
  await own(booked, 'move', await freeSlot(app, booked.slug))
  await work()
  assert.deepEqual(await moneyOf(booked), BACK)
  const earlier = (await messagesOf(booked)).length
  await agree(booked, await letterSlot(app, booked.slug, 30))
  await work()
  assert.deepEqual(await lettersOf(booked), [0])
  assert.deepEqual(await moneyOf(booked), BACK)
  const told = (await messagesOf(booked)).slice(earlier)
  const of = (role: string) =>
    told.find((one) => one.event === 'moved' && one.channel === 'email' && one.role === role)?.text ?? ''
  assert.match(of('buyer'), /\$10\.00 for certified mail was refunded/)
  assert.match(of('listing_agent'), /We won't mail a certified letter because its price was refunded/)
  for (const { text } of told) assert.doesNotMatch(text, /too soon/)
  const { mailRefund, hasTimeForMail } = await pageOf(booked)
  assert.deepEqual([mailRefund, hasTimeForMail], ['returned', true])
  assert.deepEqual(await differencesOf(booked), [])
})

test('a letter is not mailed if its refund became due after we read the transition', async () => {
  const booked = await book()
  const wanted = await letterSlot(app, booked.slug, 30)
  await own(booked, 'move', await freeSlot(app, booked.slug))
  await asAgent(booked, 'propose-move', wanted)
  const { rows } = await sql<{ id: string }>`
    select slot_id as id from move_proposal where booking_id = ${booked.id} and answer is null`.execute(app.db)
  // The answer has read the booking and waits for its lock until the recall is recorded.
  await app.db
    .transaction()
    .execute(async (tx) => {
      await sql`select from booking where id = ${booked.id} for share`.execute(tx)
      const answered = own(booked, 'answer-move', { proposalId: rows[0]?.id, answer: 'agree' })
      await untilLockWaits(app.db, answered)
      await sql`select record_recall(id, 'cancelled', null, now()) from notification
      where booking_id = ${booked.id} and channel = 'certified_mail'`.execute(app.db)
      return { answered }
    })
    .then(({ answered }) => answered)
  await work()
  assert.deepEqual(await lettersOf(booked), [0])
  assert.deepEqual(await moneyOf(booked), BACK)
})

test("approving a request refunds the letter's price if a letter would no longer count as notice", async () => {
  const booked = await book({ approval: 'manual' })
  // The agent takes two days, and by then the start is less than six days ahead.
  app.clock.advance({ hours: 47 })
  await asAgent(booked, 'approve')
  await work()
  assert.deepEqual(await moneyOf(booked), {
    entries: ['authorize 3500', 'charge 3500', 'letter_refund 1000'],
    atProvider: 1000,
  })
  const { rows } =
    await sql`select from notification where booking_id = ${booked.id} and channel = 'certified_mail'`.execute(app.db)
  assert.equal(rows.length, 0)
})

test('a refund that the buyer requested returns the rest', async () => {
  const booked = await book()
  await own(booked, 'move', await freeSlot(app, booked.slug))
  await work()
  const { startsAt } = (await pageOf(booked)).booking
  app.clock.set(startsAt)
  app.clock.advance({ minutes: 1 })
  await own(booked, 'refund-request', { reason: 'Nobody was there' })
  await asAgent(booked, 'refund', { decision: 'approve' })
  await work()
  assert.deepEqual(await moneyOf(booked), { entries: [...BACK.entries, 'refund 2500'], atProvider: 3500 })
  assert.deepEqual(await differencesOf(booked), [])
})

test('refunds a letter that we could not hand over once its showing is over', async () => {
  const booked = await book()
  await sql`update notification set status = 'failed', reason = 'x' where booking_id = ${booked.id} and channel = 'certified_mail'`.execute(
    app.db,
  )
  await work()
  assert.deepEqual(await moneyOf(booked), KEPT)
  const { startsAt } = (await pageOf(booked)).booking
  app.clock.set(startsAt)
  app.clock.advance({ hours: 3 })
  await app.jobs['showing.complete-ended']?.({}, { isLastAttempt: false })
  await work()
  assert.deepEqual(await moneyOf(booked), BACK)
})

test('refunds the price once, however many requests come at once, even if the provider hangs up', async () => {
  const booked = await book()
  await own(booked, 'cancel')
  failures = 4
  await app.letters.recallLetters(booked.id)
  await Promise.allSettled(Array.from({ length: 6 }, () => app.dueMoney.refundLetter(booked.id)))
  const mid = await differencesOf(booked)
  assert.ok(
    mid.every(({ kind }) => kind === 'refund_unknown' || kind === 'refund_late'),
    JSON.stringify(mid),
  )
  await work()
  assert.deepEqual(await moneyOf(booked), BACK)
  assert.deepEqual(await letterNews(booked), ['email buyer', 'sms buyer'])
  assert.deepEqual(await differencesOf(booked), [])
})

test("if someone refunded everything at the provider, the letter's price counts as refunded, too", async () => {
  const booked = await book()
  await own(booked, 'cancel')
  await app.letters.recallLetters(booked.id)
  await sql`update sandbox_intent set refunded_cents = amount_cents
    where id = (select intent_id from payment where booking_id = ${booked.id})`.execute(app.db)
  await app.dueMoney.refundLetter(booked.id)
  assert.equal((await pageOf(booked)).mailRefund, 'returned')
})

test("if the refund of a letter's price fails at the bank, the price is on its way until someone refunds it at the provider", async () => {
  const booked = await book()
  await own(booked, 'cancel')
  await work()
  const record = (kind: string, cents: number, reference: string) =>
    sql`select record_outside_money(intent_id, ${kind}, ${cents}::integer, ${reference}, ${app.clock.now().toString()}::timestamptz)
      from payment where booking_id = ${booked.id}`.execute(app.db)
  const { rows } = await sql<{ reference: string }>`
    select m.provider_reference as reference from money_entry m join payment p on p.id = m.payment_id
    where p.booking_id = ${booked.id} and m.kind = 'letter_refund'`.execute(app.db)
  await record('refund_failed', 1000, rows[0]?.reference ?? '')
  const page = await pageOf(booked)
  assert.deepEqual([page.money, page.stillPaid, page.mailRefund], ['paid', 3500, 'returning'])
  // We tried once. The bank would refuse a second refund, too, and the ledger could not record it.
  failures = 1
  await app.dueMoney.refundLetter(booked.id)
  await work()
  assert.equal(failures, 1, 'no second refund')
  assert.deepEqual(await moneyOf(booked), {
    entries: [...BACK.entries, 'refund_failed 1000'],
    atProvider: BACK.atProvider,
  })
  await record('outside_refund', 400, `re_part_${booked.id}`)
  assert.equal((await pageOf(booked)).mailRefund, 'returning')
  await record('outside_refund', 600, `re_rest_${booked.id}`)
  const later = await pageOf(booked)
  assert.deepEqual([later.stillPaid, later.mailRefund], [2500, 'returned'])
})

test("the sweep ends the refund of a letter's price if nothing is left to refund", async () => {
  const booked = await book()
  await own(booked, 'cancel')
  await app.letters.recallLetters(booked.id)
  await sql`update sandbox_intent set refunded_cents = amount_cents
    where id = (select intent_id from payment where booking_id = ${booked.id})`.execute(app.db)
  await sql`select record_outside_money(intent_id, 'outside_refund', 3500, ${`re_${booked.id}`}, ${app.clock.now().toString()}::timestamptz)
    from payment where booking_id = ${booked.id}`.execute(app.db)
  app.clock.advance({ minutes: 2 })
  await app.dueMoney.processDuePayments()
  assert.equal((await pageOf(booked)).mailRefund, 'returned')
})

test('a refund of the price counts, even if its answer is lost and less than the price is left', async () => {
  const booked = await book()
  await own(booked, 'cancel')
  await app.letters.recallLetters(booked.id)
  await sql`update sandbox_intent set refunded_cents = 2000
    where id = (select intent_id from payment where booking_id = ${booked.id})`.execute(app.db)
  failures = 1
  await work()
  const { entries, atProvider } = await moneyOf(booked)
  assert.deepEqual([entries.includes('letter_refund 1000'), atProvider], [true, 3000], entries.join())
  assert.deepEqual(await letterNews(booked), ['email buyer', 'sms buyer'])
})

test('a concurrent letter refund and full refund return the price once', async () => {
  for (let n = 0; n < 4; n++) {
    const booked = await book()
    await own(booked, 'move', await freeSlot(app, booked.slug))
    await app.letters.recallLetters(booked.id)
    await asAgent(booked, 'cancel')
    await Promise.allSettled([
      app.dueMoney.refundLetter(booked.id),
      app.dueMoney.processDuePayment(booked.id),
      app.dueMoney.refundLetter(booked.id),
      app.dueMoney.processDuePayment(booked.id),
    ])
    await work()
    const { entries, atProvider } = await moneyOf(booked)
    const back = entries
      .filter((one) => one.includes('refund'))
      .reduce((sum, one) => sum + Number(one.split(' ')[1]), 0)
    assert.deepEqual([back, atProvider], [3500, 3500], entries.join())
    assert.deepEqual(await differencesOf(booked), [])
  }
})

test('before the buyer agrees to a new time, their page says whether it is too soon for the letter they paid for', async () => {
  const booked = await book()
  async function losesLetter(time: object): Promise<boolean> {
    await asAgent(booked, 'propose-move', time)
    const { proposalLosesLetter } = await pageOf(booked)
    await asAgent(booked, 'withdraw-move')
    return proposalLosesLetter
  }
  assert.equal(await losesLetter(await freeSlot(app, booked.slug, 10)), true)
  assert.equal(await losesLetter(await letterSlot(app, booked.slug, 3)), false)
})
