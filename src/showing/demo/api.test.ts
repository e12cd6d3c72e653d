import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { DEMO_PATH, type DemoFields, makeDemoForm } from '../../../test/demos.ts'
import { makeProperty } from '../../../test/factories.ts'
import { signUp } from '../../../test/scene.ts'
import { PRODUCT_PROPERTY } from '../../property/property/domain.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const missing = 'Please enter an email address, a phone number, or a mailing address for the demo'
const bad: [change: DemoFields, path: string, message: string][] = [
  [{ showingDate: '' }, 'showingDate', 'Please select a showing date'],
  [{ showingTime: '25:00' }, 'showingTime', 'Please select a showing time'],
  [{ showingTime: '08:30' }, 'showingTime', 'That time is not offered. Please select a different time.'],
  [{ showingDate: '2001-01-01' }, 'showingTime', 'That time is not offered. Please select a different time.'],
  [{ buyerName: ' ' }, 'buyerName', 'Please enter your name'],
  [{ buyerEmail: '' }, 'buyerEmail', 'Please enter your email'],
  [{ buyerEmail: 'no' }, 'buyerEmail', 'Please enter a valid email address'],
  [{ buyerPhone: '' }, 'buyerPhone', 'Please enter your phone number'],
  [{ buyerPhone: '123' }, 'buyerPhone', 'Please enter a valid 10-digit phone number'],
  [{ agreeToTerms: false }, 'agreeToTerms', 'Please agree to terms'],
  [
    { demoRecipientEmail: 'a@b.example,c@d.example' },
    'demoRecipientEmail',
    'Please enter a valid email address for the demo',
  ],
  [{ demoRecipientEmail: 'no' }, 'demoRecipientEmail', 'Please enter a valid email address for the demo'],
  [{ demoRecipientPhone: '123' }, 'demoRecipientPhone', 'Please enter a valid 10-digit phone number for the demo'],
  [
    { demoRecipientPhone: '+44 20 7946 0018' },
    'demoRecipientPhone',
    'Please enter a valid 10-digit phone number for the demo',
  ],
  [{ demoMailAddress: '' }, 'demoMailAddress', 'Please enter the street address'],
  [{ demoMailAddress: 'see http://spam.example' }, 'demoMailAddress', 'Please enter a valid street address'],
  [{ demoMailCity: '' }, 'demoMailCity', 'Please enter the city'],
  [{ demoMailState: 'XX' }, 'demoMailState', 'Please select a state'],
  [{ demoMailZip: '936' }, 'demoMailZip', 'Please enter a 5-digit ZIP code'],
  [
    { demoRecipientEmail: '', demoRecipientPhone: '', demoMailAddress: '', demoMailCity: '', demoMailZip: '' },
    ...(['demoRecipientEmail', missing] as const),
  ],
  [{ buyerName: 7 }, 'buyerName', 'buyerName must be text'],
  [{ demoMailZip: 93650 }, 'demoMailZip', 'demoMailZip must be text'],
]
for (const [change, path, message] of bad)
  test(`${JSON.stringify(change)} has an error at ${path}`, async () => {
    const form = await makeDemoForm(app, change)
    for (const body of [form, { bookingData: form }]) {
      const answer = await app.call('POST', DEMO_PATH, body)
      assert.equal(answer.status, 400, answer.text)
      assert.deepEqual(answer.body.issues, [{ path, message }])
      assert.equal(answer.body.error, message)
    }
  })

test('the answer names all missing fields, in the order of the form', async () => {
  const { status, body } = await app.call('POST', DEMO_PATH, {})
  assert.equal(status, 400)
  assert.deepEqual(
    body.issues.map((issue: { message: string }) => issue.message),
    [
      'Please select a showing date',
      'Please select a showing time',
      'Please enter your name',
      'Please enter your email',
      'Please enter your phone number',
      missing,
      'Please agree to terms',
    ],
  )
})

test('one person can hold at most three demos at a time', async () => {
  const { buyerEmail, buyerPhone } = await makeDemoForm(app)
  const statuses: number[] = []
  for (let n = 0; n < 4; n++)
    statuses.push((await app.call('POST', DEMO_PATH, await makeDemoForm(app, { buyerEmail, buyerPhone }))).status)
  assert.deepEqual(statuses, [201, 201, 201, 429])
})

test("no other property takes demos, neither a real one nor an agent's demo property", async () => {
  const home = await makeProperty(app.db)
  const agent = await signUp(app, 'agent@agents.example.com')
  const own = await app.call('POST', '/api/showingbooker/demo-data', undefined, agent.headers)
  for (const property_id of [home.id, own.body.id, 'nothing']) {
    assert.equal((await app.call('POST', DEMO_PATH, await makeDemoForm(app, { property_id }))).status, 404)
  }
  for (const property_id of [PRODUCT_PROPERTY.id, PRODUCT_PROPERTY.slug, null, ''])
    assert.equal((await app.call('POST', DEMO_PATH, await makeDemoForm(app, { property_id }))).status, 201)
})

test('a demo in progress is given again for its phone or its secret, and not for the same IP address', async () => {
  const form = await makeDemoForm(app)
  const cafe = { 'x-address': '198.51.100.8' }
  const first = await app.call('POST', DEMO_PATH, form, cafe)
  const corrected = { ...form, buyerPhone: '(999) 555-0000' }
  assert.equal((await app.call('POST', DEMO_PATH, corrected, cafe)).status, 429)
  const { clientSecret } = first.body.payment
  for (const body of [
    { ...corrected, clientSecret },
    { bookingData: corrected, clientSecret },
  ]) {
    const again = await app.call('POST', DEMO_PATH, body, cafe)
    assert.deepEqual([again.status, again.body.payment?.clientSecret], [201, clientSecret])
  }
})
