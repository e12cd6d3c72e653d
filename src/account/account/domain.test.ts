import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc, webUrl } from '../../../test/dice.ts'
import type { AgentContact } from './contract.ts'
import {
  anonymousUsername,
  emailIssues,
  firstProfile,
  foldEmail,
  type KnownContact,
  safeNext,
  signInIssues,
  signUpIssues,
  usernameCandidates,
} from './domain.ts'

const messages = (issues: { message: string }[]) => issues.map(({ message }) => message)

test('a sign-in form says what is missing, in the order of the form', () => {
  assert.deepEqual(messages(signInIssues({ email: ' ', password: '' })), [
    'Please enter your email',
    'Please enter your password',
  ])
  assert.deepEqual(messages(signInIssues({ email: 'ann', password: 'x' })), ['Please enter a valid email address'])
  assert.deepEqual(signInIssues({ email: ' Ann@Example.com ', password: 'x' }), [])
  for (const email of ['demo@showingbooker.INVALID', 'deleted-1@deleted.invalid.'])
    assert.deepEqual(messages(emailIssues(email)), ['Please enter a valid email address'])
  assert.deepEqual(emailIssues('ann@invalid.example.com'), [])
})

test('a new password has 10 to 128 characters, of any script', () => {
  const said = (password: string) => messages(signUpIssues({ email: 'ann@example.com', password }))
  assert.deepEqual(said(''), ['Please enter a password'])
  assert.deepEqual(said('a'.repeat(9)), ['Password must be at least 10 characters'])
  assert.deepEqual(said('😀'.repeat(9)), ['Password must be at least 10 characters'])
  assert.deepEqual(said('a'.repeat(129)), ['Password must be at most 128 characters'])
  for (const length of [10, 128]) for (const one of 'aä😀') assert.deepEqual(said(one.repeat(length)), [])
})

test('ignores case and surrounding spaces in an email', () => {
  assert.equal(foldEmail(' Ann@EXAMPLE.com\n'), 'ann@example.com')
})

test('after signing in, a person goes to the requested path', () => {
  for (const path of ['/overview', '/showingbooker/book/a?date=2026-11-27#when', '/a%20b', '/', '/logins']) {
    assert.equal(safeNext(path), path)
  }
})

test('replaces a `next` that leads to another site, or back here, with the overview', () => {
  for (const next of [
    null,
    undefined,
    '',
    'overview',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/x/..//evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    '/login',
    '/login?next=/login',
    '/api/auth/sign-out',
  ]) {
    assert.equal(safeNext(next), '/overview', String(next))
  }
  assert.equal(safeNext('//evil.example', '/'), '/')
})

test('a browser stays on this site for any value of `next`', () => {
  const nasty = fc.string({
    unit: fc.constantFrom('/', '\\', '.', '%', '2', 'f', '5', 'c', ':', '@', '?', '#', '\t', ' ', 'a'),
  })
  fc.assert(
    fc.property(
      fc.oneof(
        nasty,
        nasty.map((text) => `/${text}`),
        webUrl(),
        fc.string(),
      ),
      (next) => {
        const safe = safeNext(next)
        const here = new URL('https://here.example/login')
        assert.equal(new URL(safe, here).origin, here.origin)
        assert.match(safe, /^\/(?![/\\])/)
      },
    ),
    { numRuns: 2000 },
  )
})

test('names the first profile after the part of the email before the @', () => {
  const id = '019a0000-0000-7000-8000-0123456789ab'
  assert.deepEqual(usernameCandidates('ann.lee+homes@example.com', id), [
    'ann-lee-homes',
    'ann-lee-homes-89ab',
    'ann-lee-homes-0123456789ab',
  ])
  assert.equal(usernameCandidates('a@example.com', id)[0], 'a__')
})

test('every name for a first profile is valid', () => {
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string()), fc.uuid({ version: 7 }), (email, id) => {
      for (const name of usernameCandidates(email, id)) assert.match(name, /^[A-Za-z0-9_-]{3,32}$/)
    }),
  )
})

test('an anonymous name is an adjective, a noun and a number up to 9998', () => {
  const first = anonymousUsername(() => 0)
  const last = anonymousUsername((below) => below - 1)
  assert.deepEqual([first, last], ['DreamyArtist0', 'WonderSoul9998'])
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 3, maxLength: 3 }), ([a = 0, b = 0, c = 0]) => {
      const picks = [a, b, c]
      const name = anonymousUsername((below) => (picks.shift() ?? 0) % below)
      assert.match(
        name,
        /^(Dreamy|Creative|Mystic|Artistic|Cosmic|Fantasy|Magical|Wonder)(Artist|Creator|Muse|Dreamer|Vision|Spirit|Mind|Soul)\d{1,4}$/,
      )
      assert.match(name, /^[A-Za-z0-9_-]{3,32}$/)
    }),
  )
})

test('fills a first profile with what we know about the agent, and nothing about a colleague', () => {
  const none = { agent_name: null, agent_phone: null, agent_email: null, agent_license: null, agent_brokerage: null }
  const account = { name: 'Ada Agent', email: 'ada@example.com' }
  const contact = {
    agent_first_name: 'ADA',
    agent_last_name: ' Agent',
    agent_phone: '(213) 555-0144',
    agent_email: 'office@example.com',
    agent_license: null,
    agent_brokerage: 'Oak Realty',
    copied_from: '1 Elm Street, Reno, NV 89501',
  }
  const begun = (change: Partial<KnownContact['contact']>, stored: Partial<AgentContact> = {}, who = account) => {
    const profile = firstProfile({ ...none, ...stored }, { contact: { ...contact, ...change }, account: who })
    return Object.values(profile)
  }
  assert.deepEqual(begun({}), ['ADA Agent', '(213) 555-0144', 'office@example.com', null, 'Oak Realty'])
  assert.deepEqual(begun({ agent_first_name: 'Lena' }), ['Ada Agent', null, null, null, null])
  const nameless = { name: 'ada', email: 'Office@example.com' }
  assert.deepEqual(begun({}, {}, nameless).slice(0, 2), ['ADA Agent', '(213) 555-0144'])
  const kept = { agent_name: 'A. Agent', agent_phone: '(213) 555-0100' }
  assert.deepEqual(begun({}, kept), ['A. Agent', '(213) 555-0100', null, null, null])
  const started = begun({ copied_from: null, agent_first_name: null, agent_last_name: null, agent_phone: null })
  assert.deepEqual(started.slice(0, 2), ['Ada Agent', null])
})
