import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMadeBy, wantedOf } from './domain.ts'

test('requires words or a creator for a search, and folds a name in any spelling', () => {
  assert.deepEqual(wantedOf({ query: '  misty sea ', creator: '' }), { words: 'misty sea', creator: null })
  assert.deepEqual(wantedOf({ query: '', creator: ' @DreamyMuse7' }), { words: null, creator: 'dreamymuse7' })
  for (const nothing of ['', '   '])
    assert.throws(() => wantedOf({ query: nothing, creator: nothing }), { kind: 'invalid', code: 'invalid' })
})

test('an image belongs to the account with its username, and to no one without a username', () => {
  const image = { anonymous_username: 'DreamyMuse7' }
  assert.equal(isMadeBy(image, 'DreamyMuse7'), true)
  for (const other of ['CosmicMuse4711', '', null, undefined]) assert.equal(isMadeBy(image, other), false)
  assert.equal(isMadeBy({ anonymous_username: '' }, null), false)
})
