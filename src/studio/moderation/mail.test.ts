import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeImage } from '../../../test/images.ts'
import { signUp } from '../../../test/scene.ts'

type Person = Awaited<ReturnType<typeof signUp>>
let app: TestApp
let painter: Person
let admin: Person
let sent: { to: unknown; subject: string | null; text: string }[] = []
before(async () => {
  app = await testApp({
    senders: (real) => ({
      ...real,
      email: {
        async send(message) {
          sent.push(message)
          return real.email.send(message)
        },
      },
    }),
  })
  // Bearer tokens use the real clock.
  app.clock.set(Temporal.Now.instant().round('second').toString())
  painter = await newPerson('painter')
  admin = await newPerson('boss')
  await app.accounts.grantAdmin('boss@images.example.com')
  await mails()
})
after(() => app.close())

async function newPerson(name: string): Promise<Person> {
  const person = await signUp(app, `${name}@images.example.com`)
  await app.call('POST', '/create-user', { uid: person.accountId, username: name }, person.headers)
  return person
}
/** Empties the queue and returns the new emails. */
async function mails() {
  sent = []
  await app.runJobs()
  return sent
}
const image = () => makeImage(app, { accountId: painter.accountId, visibility: 'public' })
const remove = (id: string) => app.call('DELETE', `/admin/images/${id}`, undefined, admin.headers)
const speak = (language: string) => app.call('PATCH', '/user-profile', { settings: { language } }, painter.headers)
async function decide(id: string, body: object) {
  await app.call('POST', `/images/${id}/appeal`, { text: 'It is a painting.' }, painter.headers)
  const { body: list } = await app.call('GET', '/admin/appeals', undefined, admin.headers)
  const one = list.appeals.find(({ imageId }: { imageId: string }) => imageId === id)
  assert.equal((await app.call('POST', `/admin/appeals/${one.id}/decide`, body, admin.headers)).status, 200)
}

describe('the creator of an image', () => {
  test('gets one email about its removal and one about the appeal, in their language, with a link to it', async () => {
    await speak('es')
    const { id } = await image()
    await app.call('POST', `/images/${id}/report`, { reason: 'violent' })
    const { body: list } = await app.call('GET', '/admin/reports', undefined, admin.headers)
    const decision = { action: 'remove', reason: 'Too much blood.' }
    await app.call('POST', `/admin/reports/${list.reports[0].id}/resolve`, decision, admin.headers)
    const [removed, ...none] = await mails()
    assert.deepEqual(
      [removed?.to, removed?.subject, none],
      ['painter@images.example.com', 'Retiramos una de sus imágenes', []],
    )
    assert.match(removed?.text ?? '', /Motivo: Too much blood\./)
    assert.ok(removed?.text.includes(`${app.config.publicUrl}/private-gallery?image=${id}`))
    await decide(id, { action: 'restore', answer: '' })
    const [granted, ...others] = await mails()
    assert.deepEqual([granted?.subject, others], ['Su apelación fue aceptada', []])
    assert.doesNotMatch(granted?.text ?? '', /Respuesta/)
  })

  test('reads the usual reason and the answer of an admin', async () => {
    await speak('en')
    const { id } = await image()
    await remove(id)
    assert.match((await mails())[0]?.text ?? '', /Reason: It goes against our terms\./)
    await decide(id, { action: 'uphold', answer: 'No.' })
    const [denied, ...none] = await mails()
    assert.deepEqual([denied?.subject, none], ['Your appeal was denied', []])
    assert.match(denied?.text ?? '', /Answer: No\./)
  })

  test('gets no email about an image that they have deleted since', async () => {
    const { id } = await image()
    await remove(id)
    await app.call('DELETE', `/images/${id}`, undefined, painter.headers)
    assert.deepEqual(await mails(), [])
  })
})
