import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { extractText } from 'unpdf'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard } from '../../../test/factories.ts'
import { signUp } from '../../../test/scene.ts'
import { utcDay } from '../../ui/date-names.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  // Bearer tokens use the real clock.
  app.clock.set(Temporal.Now.instant().round('second').toString())
})
after(() => app.close())

test('the receipt of each month of the plan says until when it is paid, also after the next ones are paid', async () => {
  const email = 'monthly@people.example.com'
  const { accountId, headers } = await signUp(app, email)
  const actor = { kind: 'account', accountId, role: 'agent', email } as const
  const { body } = await app.call('POST', '/subscription', { plan: 'monthly' }, headers)
  await app.sandbox.confirm({ clientSecret: body.clientSecret, card: goodCard, billing })
  await app.credits.settle(body.paymentIntentId)
  const ends: string[] = []
  for (let month = 0; month < 3; month++) {
    const { periodEnd } = await app.credits.subscription(actor)
    ends.push(utcDay(periodEnd as string))
    if (month === 2) break
    app.clock.set(periodEnd as string)
    assert.equal(await app.credits.renewDue(), 1)
  }
  const { purchases } = await app.credits.purchases(actor, { cursor: null, limit: 50 })
  const said = await Promise.all(
    purchases.toReversed().map(async ({ id }) => {
      const { pdf } = await app.purchases.printReceipt(actor, id)
      const { text } = await extractText(pdf, { mergePages: true })
      return text.replace(/\s+/g, ' ')
    }),
  )
  assert.equal(said.length, ends.length)
  for (const [month, text] of said.entries()) assert.ok(text.includes(`${ends[month]}`), text)
})
