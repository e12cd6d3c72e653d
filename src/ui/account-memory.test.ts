import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rememberAccount, rememberSignOut } from './account-memory.ts'
import { accountKey, unsentKey } from './tab-memory.ts'

/** A storage whose keys can be listed, like a browser's. */
class Tab {
  getItem(key: string): string | null {
    return (this as unknown as Record<string, string>)[key] ?? null
  }
  setItem(key: string, value: string) {
    Object.assign(this, { [key]: value })
  }
  removeItem(key: string) {
    Reflect.deleteProperty(this, key)
  }
}

const TEXT = unsentKey('message:1')
const now = new Date('2026-11-28T12:00:00Z')

/** A browser in which Ada is signed in on two tabs and has typed in both. */
function browser() {
  const shared = new Tab()
  const tabs = [new Tab(), new Tab()] as const
  for (const own of tabs) {
    rememberAccount({ shared, own }, 'ada')
    own.setItem(TEXT, 'Call me')
    own.setItem(accountKey('credits'), 'x')
    own.setItem('create_access', 'granted')
  }
  return { shared, first: { shared, own: tabs[0] }, second: { shared, own: tabs[1] } }
}
const typed = ({ own }: { own: Tab }) => own.getItem(TEXT)

test('an expired session keeps typed text for the same account, and nothing else', () => {
  const { shared, first } = browser()
  rememberAccount(first, null)
  assert.equal(typed(first), 'Call me')
  assert.equal(first.own.getItem(accountKey('credits')), null)
  assert.equal(first.own.getItem('create_access'), null)
  assert.equal(shared.getItem('userId'), null)
  rememberAccount(first, null)
  rememberAccount(first, 'ada')
  assert.equal(typed(first), 'Call me')
  rememberAccount(first, null)
  rememberAccount(first, 'eve')
  assert.equal(typed(first), null, 'no one else gets it')
})

test('a sign-out leaves nothing in any tab, whether the tab notices at once, late, or after a new sign-in', () => {
  for (const hears of ['at once', 'after the session was gone', 'after a new sign-in'] as const) {
    const { shared, first, second } = browser()
    if (hears === 'after the session was gone') rememberAccount(second, null)
    rememberSignOut(first, now)
    assert.equal(typed(first), null)
    if (hears === 'after a new sign-in') rememberAccount(first, 'ada')
    rememberAccount(second, hears === 'after a new sign-in' ? 'ada' : null)
    assert.equal(typed(second), null, hears)
    assert.doesNotMatch(JSON.stringify(hears === 'after a new sign-in' ? {} : shared), /ada/)
  }
})

test('keeps text typed after a sign-out and a new sign-in as before', () => {
  const { first } = browser()
  rememberSignOut(first, now)
  rememberAccount(first, 'ada')
  first.own.setItem(TEXT, 'Again')
  rememberAccount(first, 'ada')
  rememberAccount(first, null)
  rememberAccount(first, 'ada')
  assert.equal(typed(first), 'Again')
})

test('a tab that never showed who was signed in keeps nothing for the next person', () => {
  const { shared, first } = browser()
  const own = new Tab()
  own.setItem(TEXT, 'Call me')
  rememberSignOut(first, now)
  rememberAccount({ shared, own }, null)
  assert.equal(typed({ own }), null)
})
