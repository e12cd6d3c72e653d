import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { assertProblem } from '../../../test/problem.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

test("the buyer's receipt is a PDF that changes only when money moves", async () => {
  const owner = await signUp(app, 'owner@agents.example.com')
  const home = await makeProperty(app.db, { ownerId: owner.accountId })
  const { booking, token } = await bookShowing(app, makeForm(home.slug))
  const path = `/api/showingbooker/public/booking/${token}/receipt.pdf`
  const receipt = async () => {
    const answer = await app.call('GET', path)
    assert.equal(answer.status, 200, answer.text)
    return answer
  }
  const first = await receipt()
  assert.deepEqual(
    ['content-type', 'cache-control', 'x-robots-tag'].map((name) => first.headers.get(name)),
    ['application/pdf', 'private, no-store', 'noindex'],
  )
  assert.match(
    first.headers.get('content-disposition') ?? '',
    new RegExp(`receipt-${booking.confirmation_number}\\.pdf`),
  )
  assert.ok(first.text.startsWith('%PDF-'))
  assert.equal((await receipt()).text, first.text)
  const { body: page } = await app.call('GET', `/api/showingbooker/public/booking/${token}`)
  assert.ok(page.receiptUrl.endsWith(path))
  await app.call('POST', `/api/showingbooker/bookings/${booking.id}/cancel`, {}, owner.headers)
  await app.runJobs()
  assert.notEqual((await receipt()).text, first.text)
})

test('a receipt opens only with the right link', async () => {
  const none = `/api/showingbooker/public/booking/${'x'.repeat(32)}/receipt.pdf`
  assertProblem(await app.call('GET', none), 404, 'nobody')
  assertProblem(await app.call('GET', none.replace('xxxx', '%00xx')), 404, 'a zero')
})
