import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DomainError } from '../src/platform/errors.ts'
import { propertyBody } from './api/sample-bodies.ts'
import { type TestApp, testApp } from './app.ts'
import { DEMO_PATH, makeDemoForm } from './demos.ts'
import { makeForm, makeProperty } from './factories.ts'
import { signUp } from './scene.ts'

// These tests prove that every route applies the same rule for email addresses.
let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
let home: { id: string; slug: string }
before(async () => {
  app = await testApp({ max: 10 })
  app.clock.set('2026-11-21T09:00:00Z')
  agent = await signUp(app, 'agent@agents.example.com')
  home = await makeProperty(app.db, { ownerId: agent.accountId })
})
after(() => app.close())

const bad = [
  '<a@b.co>',
  '"a\\"b"@x.co',
  'a@b..co',
  'a@-b.co',
  'a@b-.co',
  'a,b@x.co',
  'a@b',
  '@b.co',
  'a@',
  'a b@x.co',
  'a@b@c.co',
  '.a@b.co',
  'a.@b.co',
  'a..b@x.co',
  'a@[127.0.0.1]',
  'a@b.c',
  'a@b.co>',
  'A Name <a@b.co>',
  'a@b_c.co',
  'a@b.co, c@d.co',
  'a@b.co;c@d.co',
  'a\\@b.co',
  'a(b)@c.co',
  `${'a'.repeat(65)}@x.co`,
  `a@${'b'.repeat(64)}.co`,
  `a@${'b.'.repeat(126)}co`,
]
const good = [
  'maria@buyers.example.com',
  "o'brien+homes@mail.example.co.uk",
  'A_b-c.d@x.co',
  ' spaced@x.example.com ',
  '1@2.example',
  `${'a'.repeat(64)}@x.co`,
  'a@xn--mller-kva.example',
  'UPPER@EXAMPLE.COM',
]

type Door = { name: string; path: string; knock: (email: string) => ReturnType<TestApp['call']> }
const json = (method: string, path: string, body: object) => app.call(method, path, body, agent.headers)
const book = (email: string, field: string) =>
  app.call('POST', '/api/payments/create-payment-intent', {
    bookingData: makeForm(home.slug, {
      requesterType: 'buyers_agent',
      buyerAgentName: 'Bo',
      buyerAgentEmail: 'bo@agents.example.com',
      buyerAgentPhone: '2135550155',
      agreeToTerms: false,
      [field]: email,
    }),
  })
const listing = (method: string, path: string) => (field: string) => (email: string) =>
  // The route refuses a form without a city anyway, with each problem at its field.
  json(method, path, { ...(method === 'POST' ? propertyBody() : {}), city: '', [field]: email })

const doors = (): Door[] => [
  { name: 'booking', path: 'buyerEmail', knock: (email) => book(email, 'buyerEmail') },
  { name: "a buyer's agent", path: 'buyerAgentEmail', knock: (email) => book(email, 'buyerAgentEmail') },
  ...['buyerEmail', 'demoRecipientEmail'].map((path) => ({
    name: 'demo',
    path,
    knock: async (email: string) =>
      app.call('POST', DEMO_PATH, { ...(await makeDemoForm(app)), agreeToTerms: false, [path]: email }),
  })),
  {
    name: 'registration',
    path: 'email',
    knock: (email) => app.call('POST', '/api/auth/sign-up/email', { email, password: 'short', name: 'Ann' }),
  },
  {
    name: 'sign-in',
    path: 'email',
    knock: (email) => app.call('POST', '/api/auth/sign-in/email', { email, password: '' }),
  },
  {
    name: 'recovery',
    path: 'email',
    knock: (email) => app.call('POST', '/api/auth/request-password-reset', { email }),
  },
  {
    name: 'showing profile',
    path: 'agent_email',
    knock: (email) =>
      json('PUT', '/api/showingbooker/profile', { agent_name: '', agent_phone: '', agent_email: email }),
  },
  ...['agent_email', 'owner_email', 'resident_email'].flatMap((path) => [
    { name: 'new property', path, knock: listing('POST', '/api/showingbooker/properties')(path) },
    { name: 'changed property', path, knock: listing('PUT', `/api/showingbooker/properties/${home.id}`)(path) },
  ]),
]

test('every route refuses a bad address at its field, and does not fail in another way', async () => {
  const wrong: string[] = []
  for (const { name, path, knock } of doors())
    for (const email of bad) {
      const { status, body } = await knock(email)
      const issue = body?.issues?.find((one: { path: string }) => one.path === path)
      if (status !== 400 || !/valid .*email address|at most 254 characters/.test(issue?.message ?? ''))
        wrong.push(`${name} ${path} ${email}: ${status}`)
    }
  assert.deepEqual(wrong, [])
})

test('every route accepts a good address', async () => {
  const wrong: string[] = []
  for (const { name, path, knock } of doors())
    for (const email of good) {
      const { status, body } = await knock(email)
      const issue = body?.issues?.find((one: { path: string }) => one.path === path)
      if (status >= 500 || issue) wrong.push(`${name} ${path} ${email}: ${status} ${issue?.message}`)
    }
  assert.deepEqual(wrong, [])
})

test('each good address can register and sign in', async () => {
  for (const email of good) {
    const form = {
      email: `x${email.trim()}`.slice(email.startsWith('aaa') ? 1 : 0),
      password: 'a password of the tests',
      name: 'Ann',
    }
    assert.equal((await app.call('POST', '/api/auth/sign-up/email', form)).status, 200, email)
    assert.equal((await app.call('POST', '/api/auth/sign-in/email', form)).status, 200, email)
  }
})

test('the command line refuses a bad address, as every form does', async () => {
  for (const email of bad)
    await assert.rejects(
      app.accounts.grantAdmin(email),
      (error) => error instanceof DomainError && error.kind === 'invalid' && /valid email address/.test(error.message),
    )
})
