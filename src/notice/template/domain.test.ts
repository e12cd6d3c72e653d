import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError } from '../../platform/errors.ts'
import { cleanTemplate } from './domain.ts'
import { fillTemplate } from './placeholder-domain.ts'

const values = { name: 'Maria', address: '12 Oak St', time: 'Fri 1:30 PM PST', agent: 'Lena' }

test('fills in the values of a showing and keeps other braces', () => {
  assert.equal(
    fillTemplate('Hi {name}, see you at {address}, {time}. {agent} {code} {} {{name}}', values),
    'Hi Maria, see you at 12 Oak St, Fri 1:30 PM PST. Lena {code} {} {Maria}',
  )
})

test('inserts values unchanged, whatever they contain', () => {
  assert.equal(fillTemplate('Hi {name}', { ...values, name: "$& {address} $'" }), "Hi $& {address} $'")
})

test('cleans the name and the words, and refuses them at their field', () => {
  assert.deepEqual(cleanTemplate({ name: ' Parking ', words: ' In front, {name}. ' }), {
    name: 'Parking',
    words: 'In front, {name}.',
  })
  const longest = { name: '\u{1f600}'.repeat(60), words: '\u{1f600}'.repeat(480) }
  assert.deepEqual(cleanTemplate(longest), longest)
  const table: [form: { name: string; words: string }, paths: string[]][] = [
    [{ name: ' ', words: ' ' }, ['name', 'words']],
    [{ name: 'x'.repeat(61), words: 'x'.repeat(481) }, ['name', 'words']],
    [{ name: 'Code', words: 'The code is {code}.' }, ['words']],
  ]
  for (const [form, paths] of table)
    assert.throws(
      () => cleanTemplate(form),
      (error: DomainError) => {
        assert.ok(error instanceof DomainError)
        assert.deepEqual(
          error.issues.map(({ path }) => path),
          paths,
        )
        return true
      },
    )
})
