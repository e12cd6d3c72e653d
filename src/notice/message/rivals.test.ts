import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeScene, type Scene } from '../../../test/scene.ts'

let app: TestApp
let scene: Scene
before(async () => {
  app = await testApp({ max: 10 })
  scene = await makeScene(app)
})
after(() => app.close())

test('of several who send one message again at once one does, and the others wait a minute', async () => {
  app.clock.advance({ seconds: 61 })
  const path = `/api/showingbooker/notifications/${scene.emailId}/resend`
  const again = () => app.call('POST', path, undefined, scene.owner.headers)
  const answers = await Promise.all(Array.from({ length: 5 }, again))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 429, 429, 429, 429])
  assert.deepEqual(new Set(answers.map(({ headers }) => headers.get('retry-after'))), new Set([null, '60']))
})
