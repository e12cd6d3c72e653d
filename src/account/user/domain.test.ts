import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanReason, isDue, REASON_MAX, reasonIssues, refusal, type UserAct } from './domain.ts'

const ACTS: UserAct[] = ['grant_admin', 'revoke_admin', 'suspend', 'lift', 'sign_out']

test('requires a reason only for a suspension, and limits it to a paragraph', () => {
  for (const act of ACTS) {
    assert.equal(reasonIssues(act, '').length, act === 'suspend' ? 1 : 0)
    assert.deepEqual(reasonIssues(act, '🏠'.repeat(REASON_MAX)), [])
    assert.equal(reasonIssues(act, 'x'.repeat(REASON_MAX + 1))[0]?.path, 'reason')
  }
  assert.equal(cleanReason(' a\n\u202eb '), 'a b')
})

const plain = { isSelf: false, isAdmin: false, suspendedFor: null, reason: 'Spam', otherAdmins: 1 }
const refusals: [UserAct, Partial<Parameters<typeof refusal>[1]>, string | null][] = [
  ['grant_admin', {}, null],
  ['grant_admin', { suspendedFor: 'Spam' }, 'account_suspended'],
  ['grant_admin', { suspendedFor: 'Spam', isAdmin: true }, null],
  ['revoke_admin', { isAdmin: true, otherAdmins: 0 }, 'last_admin'],
  ['revoke_admin', { isAdmin: true, isSelf: true, otherAdmins: 1 }, null],
  ['revoke_admin', { otherAdmins: 0 }, null],
  ['suspend', { isSelf: true }, 'own_account'],
  ['suspend', { isAdmin: true }, null],
  ['suspend', { suspendedFor: 'Fraud' }, 'already_suspended'],
  ['suspend', { suspendedFor: 'Spam' }, null],
  ['lift', { suspendedFor: 'Fraud' }, null],
  ['sign_out', { isSelf: true }, null],
]
for (const [act, facts, code] of refusals) {
  test(`${act} of ${JSON.stringify(facts)}: ${code ?? 'nothing is against it'}`, () =>
    assert.equal(refusal(act, { ...plain, ...facts })?.code ?? null, code))
}

test('skips an action whose result already holds', () => {
  const due = (isAdmin: boolean, isSuspended: boolean) =>
    ACTS.filter((act) => isDue(act, { isAdmin, suspendedFor: isSuspended ? 'Spam' : null }))
  assert.deepEqual(due(false, false), ['grant_admin', 'suspend', 'sign_out'])
  assert.deepEqual(due(true, false), ['revoke_admin', 'suspend', 'sign_out'])
  assert.deepEqual(due(false, true), ['grant_admin', 'lift', 'sign_out'])
})
