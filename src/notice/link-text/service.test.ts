import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeAgent, makeProperty } from '../../../test/factories.ts'
import type { Actor } from '../../platform/actor.ts'
import type { DomainError } from '../../platform/errors.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import type { OutgoingMessage } from '../message/ports.ts'

let app: TestApp
let sent: OutgoingMessage[] = []
let fail: (() => void) | null = null
before(async () => {
  app = await testApp({
    senders: (real) => ({
      ...real,
      sms: {
        async send(message) {
          fail?.()
          sent.push(message)
          return { reference: `SM${message.id}` }
        },
      },
    }),
  })
})
after(() => app.close())
beforeEach(() => {
  sent = []
  fail = null
})

let phones = 0
async function makeOwner(phone: string | null = `+1213555${String(1000 + phones++)}`) {
  const ownerId = await makeAgent(app.db)
  const { id, slug } = await makeProperty(app.db, { ownerId })
  await sql`delete from agent_profile where account_id = ${ownerId}`.execute(app.db)
  if (phone) {
    await sql`
      insert into agent_profile (account_id, agent_name, agent_phone, agent_phone_e164, updated_at)
      values (${ownerId}, 'Ada Agent', ${phone}, ${phone}, ${app.clock.now()})`.execute(app.db)
  }
  const actor: Actor = { kind: 'account', accountId: ownerId, role: 'agent', email: '' }
  return { actor, id, slug, phone }
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: DomainError) => error.code,
  )

const statusOf = async (actor: Actor, id: string) => (await app.linkTexts.find(actor, id)).text?.status

test("sends the link to the phone in the agent's own profile, once for two clicks, and shows its state", async () => {
  const { actor, id, slug, phone } = await makeOwner()
  assert.deepEqual(await app.linkTexts.find(actor, id), { phone, text: null })
  const both = await Promise.all([app.linkTexts.ask(actor, id), app.linkTexts.ask(actor, id)])
  assert.equal(both[0].id, both[1].id)
  assert.equal(await statusOf(actor, id), 'queued')
  await app.runJobs()
  assert.equal(sent.length, 1)
  assert.equal(sent[0]?.to, phone)
  assert.match(sent[0]?.text ?? '', new RegExp(`^ShowingBooker: Your booking link for .*/showingbooker/book/${slug} `))
  assert.equal(await statusOf(actor, id), 'sent')
})

test("does not find a stranger's property, and plans nothing without a phone", async () => {
  const { id } = await makeOwner()
  const other = await makeOwner(null)
  assert.equal(await codeOf(app.linkTexts.ask(other.actor, id)), 'property_not_found')
  assert.equal(await codeOf(app.linkTexts.ask(other.actor, other.id)), 'no_phone')
  assert.deepEqual(await app.linkTexts.find(other.actor, other.id), { phone: null, text: null })
})

test('a phone that said STOP gets no text, even if it says so just before we send', async () => {
  const { actor, id, phone } = await makeOwner()
  await app.linkTexts.ask(actor, id)
  await sql`
    insert into text_opt_out (phone, is_out, word, changed_at) values (${phone}, true, 'STOP', ${app.clock.now()})`.execute(
    app.db,
  )
  await app.runJobs()
  assert.equal(await statusOf(actor, id), 'not_sent')
  assert.equal(await codeOf(app.linkTexts.ask(actor, id)), 'no_texts_wanted')
  assert.equal(sent.length, 0)
})

test('an account and a phone each get at most five texts a day', async () => {
  const { actor, id, phone } = await makeOwner()
  for (let times = 0; times < 5; times++) {
    assert.equal(await codeOf(app.linkTexts.ask(actor, id)), 'done')
    await app.runJobs()
  }
  assert.equal(await codeOf(app.linkTexts.ask(actor, id)), 'texted_too_often')
  const other = await makeOwner(phone)
  assert.equal(await codeOf(app.linkTexts.ask(other.actor, other.id)), 'texted_too_often')
  assert.equal(sent.length, 5)
})

test('a refused text has failed; one whose job is lost counts as failed, and the agent can ask again', async () => {
  const { actor, id } = await makeOwner()
  fail = () => {
    throw new VendorError('texts', 'no such number', { isPermanent: true })
  }
  await app.linkTexts.ask(actor, id)
  await app.runJobs()
  assert.equal(await statusOf(actor, id), 'failed')
  fail = null
  const lost = await app.linkTexts.ask(actor, id)
  const now = app.clock.now()
  app.clock.set(now.add({ minutes: 15 }).toString())
  assert.equal(await statusOf(actor, id), 'failed')
  assert.notEqual((await app.linkTexts.ask(actor, id)).id, lost.id)
  await app.runJobs()
  assert.equal(sent.length, 1)
  app.clock.set(now.toString())
})
