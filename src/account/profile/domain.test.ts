import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { bioIssues, cleanBio, usernameIssues } from './domain.ts'

const names: [name: string, isGood: boolean][] = [
  ['ann', true],
  ['A-b_9', true],
  ['x'.repeat(32), true],
  ['CosmicMuse4711', true],
  ['', false],
  ['ab', false],
  ['x'.repeat(33), false],
  ['ann lee', false],
  ['ann.lee', false],
  ['änn', false],
  ['ann\n', false],
  ['../ann', false],
]
for (const [name, isGood] of names)
  test(`${isGood ? 'accepts' : 'refuses'} the name ${JSON.stringify(name)}`, () =>
    assert.equal(usernameIssues(name, 'newUsername').length, isGood ? 0 : 1))

test('accepts exactly the names of 3 to 32 letters, digits, hyphens, and underscores', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/)), (name) => {
      const isLawful = name.length >= 3 && name.length <= 32 && [...name].every((one) => /[\w-]/.test(one))
      assert.equal(usernameIssues(name, 'username').length === 0, isLawful)
    }),
  )
})

test('a bio keeps its lines, at most one empty line in a row, and no invisible characters', () => {
  assert.equal(cleanBio('  One\r\n\r\n\r\n\r\nTwo\u202e \n'), 'One\n\nTwo')
  assert.equal(bioIssues('😀'.repeat(500)).length, 0)
  assert.deepEqual(bioIssues('a'.repeat(501)), [{ path: 'bio', message: 'Your bio can have up to 500 characters' }])
})
