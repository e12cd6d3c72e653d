import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { DEMO_PATH, makeDemoForm } from '../../../test/demos.ts'

let app: TestApp
before(async () => {
  app = await testApp({ max: 10 })
})
after(() => app.close())

const nowhere = { demoMailAddress: '', demoMailCity: '', demoMailZip: '' }

test('two holds that swap destinations do not lock each other out', async () => {
  const places = ['+swap-one@example.com', '+swap-two@example.com']
  const phones = ['3105550181', '3105550182']
  const visitors = await Promise.all(
    [1, 2].map((n) => makeDemoForm(app, { buyerEmail: `swap${n}@visitors.example.com`, buyerPhone: `310555017${n}` })),
  )
  const wants = (visitor: number, to: number) =>
    app.call('POST', DEMO_PATH, {
      ...visitors[visitor],
      ...nowhere,
      demoRecipientEmail: places[to],
      demoRecipientPhone: phones[visitor],
    })
  for (const visitor of [0, 1]) assert.equal((await wants(visitor, visitor)).status, 201)
  // Each visitor gives up the email that the other one wants.
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all([wants(0, 1), wants(1, 0), wants(0, 0), wants(1, 1)])
    for (const { status, text } of answers) assert.ok(status === 201 || status === 429, text)
  }
})
