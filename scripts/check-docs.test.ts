import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspectDocs, tableProblems } from './check-docs.ts'

const there = new Set(['docs/operations.md', 'docs/decisions', 'README.md'])
const migrations = 'constraint booking_no_overlap exclude using gist'
const inspect = (path: string, text: string) => inspectDocs([{ path, text }], migrations, (link) => there.has(link))

test('links that lead somewhere, addresses and anchors are fine', () => {
  const text = '[a](docs/operations.md#start) [b](docs/decisions) [c](https://example.com/x) [d](#map)'
  assert.deepEqual(inspect('README.md', text), [])
})

test('a link is read from the page that has it', () => {
  assert.deepEqual(inspect('docs/operations.md', '[up](../README.md)'), [])
  assert.equal(inspect('docs/operations.md', '[down](README.md)').length, 1)
})

test('a picture that is missing is reported', () =>
  assert.deepEqual(inspect('README.md', '![page](docs/images/page.png)'), [
    { path: 'README.md', message: 'links to docs/images/page.png, which is not there' },
  ]))

test('an invariant whose constraint is gone is reported, once', () => {
  assert.deepEqual(inspect('ARCHITECTURE.md', '| held by `booking_no_overlap` (`booking_no_overlap`) |'), [])
  assert.equal(inspect('ARCHITECTURE.md', '`booking_never_overlap`, `booking_never_overlap`').length, 1)
})

test('an invariant in the README of an area is held to the same', () =>
  assert.equal(inspect('src/money/README.md', '`booking_never_overlap`').length, 1))

test('each table is of one area', () => {
  const page = (area: string, ...tables: string[]) => ({
    path: `src/${area}/README.md`,
    text: `# Area\n\n## Tables\n\n${tables.map((table) => `\`${table}\``).join(', ')}\n\n## Promises\n\n\`booking_no_overlap\`\n`,
  })
  const messages = (...pages: ReturnType<typeof page>[]) =>
    tableProblems(pages, ['booking', 'payment', 'try_count']).map(({ message }) => message)
  assert.deepEqual(messages(page('showing', 'booking'), page('money', 'payment')), [])
  assert.deepEqual(messages(page('showing', 'booking')), ['the table payment is of no area'])
  assert.deepEqual(messages(page('showing', 'booking', 'payment'), page('money', 'payment')), [
    'the table payment is of src/showing/README.md and src/money/README.md',
  ])
  assert.deepEqual(messages(page('showing', 'booking'), page('money', 'payment', 'coin')), [
    'lists coin, which is no table',
  ])
})

test('a README of more than 120 lines is reported', () => {
  assert.deepEqual(inspect('README.md', 'x\n'.repeat(120)), [])
  assert.equal(inspect('README.md', 'x\n'.repeat(121)).length, 1)
})
