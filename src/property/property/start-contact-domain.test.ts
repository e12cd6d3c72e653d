import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KnownAgent, startContact } from './start-contact-domain.ts'

const ACCOUNT = { name: 'Ada Agent', email: 'ada@example.com' }
const LATEST = {
  agent_first_name: 'Lena',
  agent_last_name: 'Lind',
  agent_email: 'lena@example.com',
  agent_phone: '(213) 555-0199',
  agent_license: 'DRE 1',
  agent_brokerage: null,
  address: '9 Pine, Pasadena, CA 91101',
}
const PROFILE = {
  agent_name: 'Ada A. Agent',
  agent_phone: '(213) 555-0144',
  agent_email: 'office@example.com',
  agent_license: null,
  agent_brokerage: 'Oak Realty',
}
const saidBy = (known: Partial<KnownAgent>) => {
  const { use_public_profile, copied_from, ...contact } = startContact({
    profile: null,
    latest: null,
    account: ACCOUNT,
    ...known,
  })
  return [use_public_profile, copied_from, Object.values(contact)]
}

test('a complete profile is used as it is', () => {
  assert.deepEqual(saidBy({ profile: PROFILE, latest: LATEST }), [
    true,
    null,
    [null, null, null, PROFILE.agent_phone, null, null],
  ])
})

test('completes a profile with a phone number from the account', () => {
  assert.deepEqual(saidBy({ profile: { ...PROFILE, agent_email: null }, latest: LATEST }), [
    false,
    null,
    ['Ada', 'A. Agent', ACCOUNT.email, PROFILE.agent_phone, null, 'Oak Realty'],
  ])
})

test("uses the newest property's whole contact if the profile has no phone number", () => {
  for (const profile of [null, { ...PROFILE, agent_phone: null }])
    assert.deepEqual(saidBy({ profile, latest: LATEST }), [
      false,
      LATEST.address,
      ['Lena', 'Lind', LATEST.agent_email, LATEST.agent_phone, 'DRE 1', profile ? 'Oak Realty' : null],
    ])
})

test('a contact of another person than the profile takes no email or license from it', () => {
  const profile = { ...PROFILE, agent_phone: null, agent_license: 'DRE ADA' }
  const bare = { ...LATEST, agent_email: null, agent_license: null }
  const other = ['Lena', 'Lind', null, LATEST.agent_phone, null]
  for (const known of [{ profile }, { profile: { ...profile, agent_name: null } }, { profile: null }])
    assert.deepEqual(saidBy({ ...known, latest: bare }), [
      false,
      LATEST.address,
      [...other, known.profile ? 'Oak Realty' : null],
    ])
  assert.deepEqual(saidBy({ profile: { ...profile, agent_name: ' lena  LIND ' }, latest: bare }), [
    false,
    LATEST.address,
    ['Lena', 'Lind', PROFILE.agent_email, LATEST.agent_phone, 'DRE ADA', 'Oak Realty'],
  ])
})

test('takes the phone number from a property without a name, and the rest from the profile or account', () => {
  const latest = { ...LATEST, agent_first_name: null, agent_last_name: null, agent_email: null, agent_license: null }
  assert.deepEqual(saidBy({ latest }), [
    false,
    LATEST.address,
    ['Ada', 'Agent', ACCOUNT.email, LATEST.agent_phone, null, null],
  ])
})

test('fills in no name from an account with a one-word name or none', () => {
  for (const name of ['Ada', 'ada@example.com', null])
    assert.deepEqual(saidBy({ account: { ...ACCOUNT, name } }), [
      false,
      null,
      [null, null, ACCOUNT.email, null, null, null],
    ])
})
