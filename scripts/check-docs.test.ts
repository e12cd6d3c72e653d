import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decisionProblems, inspectDocs, tableProblems, triggerProblems } from './check-docs.ts'

const there = new Set(['docs/operations.md', 'docs/decisions', 'README.md'])
const migrations = 'constraint booking_no_overlap exclude using gist'
const tests = ['test/site.test.ts', 'src/property/property/form-domain.test.ts']
const inspect = (path: string, text: string) =>
  inspectDocs([{ path, text }], migrations, (link) => there.has(link), tests)

test('accepts working links and URLs', () => {
  const text = '[a](docs/operations.md#start) [b](docs/decisions) [c](https://example.com/x)'
  assert.deepEqual(inspect('README.md', text), [])
})

test('requires a heading on the page for an anchor, as GitHub names it', () => {
  const headings = '# Map\n\n## A new `AUTH_SECRET`: what, and why?\n\n## Map\n\n```sh\n# Not one\n```\n'
  const links = (...anchors: string[]) => headings + anchors.map((anchor) => `[x](${anchor})`).join(' ')
  assert.deepEqual(inspect('README.md', links('#map', '#map-1', '#a-new-auth_secret-what-and-why')), [])
  assert.deepEqual(inspect('README.md', links('#maps', '#not-one')), [
    { path: 'README.md', message: 'links to #maps, which does not exist' },
    { path: 'README.md', message: 'links to #not-one, which does not exist' },
  ])
  const pages = [
    { path: 'docs/operations.md', text: '## Files' },
    { path: 'README.md', text: '[x](docs/operations.md#files) [y](docs/operations.md#folders)' },
  ]
  assert.deepEqual(
    inspectDocs(pages, migrations, (link) => there.has(link), tests),
    [{ path: 'README.md', message: 'links to docs/operations.md#folders, which does not exist' }],
  )
})

test('reports a named test file that does not exist', () => {
  const proofs = (text: string) => inspect('docs/where-proved.md', text)
  assert.deepEqual(proofs('`test/site.test.ts`: a page; `property/form-domain.test.ts`; `form-domain.test.ts`'), [])
  assert.deepEqual(proofs('`listing/domain.test.ts`; `domain.test.ts`'), [
    { path: 'docs/where-proved.md', message: 'names listing/domain.test.ts, which does not exist' },
    { path: 'docs/where-proved.md', message: 'names domain.test.ts, which does not exist' },
  ])
})

test('requires each decision in the index, with its title', () => {
  const record = { path: 'docs/decisions/0002-one-row.md', text: '# 2. One row\n\nText' }
  const listed = (text: string) =>
    decisionProblems([record, { path: 'docs/decisions/README.md', text }]).map(({ message }) => message)
  assert.deepEqual(listed('| 2 | [One row](0002-one-row.md) | |'), [])
  assert.deepEqual(listed('| 2 | [Two rows](0002-one-row.md) | |'), ['does not list [One row](0002-one-row.md)'])
  assert.deepEqual(decisionProblems([record]).length, 1)
})

test('resolves a link from its page', () => {
  assert.deepEqual(inspect('docs/operations.md', '[up](../README.md)'), [])
  assert.equal(inspect('docs/operations.md', '[down](README.md)').length, 1)
})

test('reports a missing picture', () =>
  assert.deepEqual(inspect('README.md', '![page](docs/images/page.png)'), [
    { path: 'README.md', message: 'links to docs/images/page.png, which does not exist' },
  ]))

test('reports an invariant whose constraint is gone, once', () => {
  assert.deepEqual(inspect('ARCHITECTURE.md', '| held by `booking_no_overlap` (`booking_no_overlap`) |'), [])
  assert.equal(inspect('ARCHITECTURE.md', '`booking_never_overlap`, `booking_never_overlap`').length, 1)
})

test("also checks the invariants in an area's README", () =>
  assert.equal(inspect('src/money/README.md', '`booking_never_overlap`').length, 1))

test('requires each table to belong to one area', () => {
  const page = (area: string, ...tables: string[]) => ({
    path: `src/${area}/README.md`,
    text: `# Area\n\n## Tables\n\n${tables.map((table) => `\`${table}\``).join(', ')}\n\n## Promises\n\n\`booking_no_overlap\`\n`,
  })
  const messages = (...pages: ReturnType<typeof page>[]) =>
    tableProblems(pages, ['booking', 'payment', 'try_count']).map(({ message }) => message)
  assert.deepEqual(messages(page('showing', 'booking'), page('money', 'payment')), [])
  assert.deepEqual(messages(page('showing', 'booking')), ['the table payment belongs to no area'])
  assert.deepEqual(messages(page('showing', 'booking', 'payment'), page('money', 'payment')), [
    'the table payment belongs to src/showing/README.md and src/money/README.md',
  ])
  assert.deepEqual(messages(page('showing', 'booking'), page('money', 'payment', 'coin')), [
    'lists coin, which is not a table',
  ])
})

test("a README's table of triggers has exactly those of the table", () => {
  const schema = [
    'CREATE TRIGGER booking_begun AFTER INSERT ON booking FOR EACH ROW EXECUTE FUNCTION record();',
    'CREATE TRIGGER booking_moved AFTER UPDATE OF status, note ON booking FOR EACH ROW EXECUTE FUNCTION record();',
    'CREATE CONSTRAINT TRIGGER booking_owes AFTER UPDATE ON booking DEFERRABLE FOR EACH ROW EXECUTE FUNCTION owe();',
    'CREATE TRIGGER note_gone AFTER DELETE ON booking_note FOR EACH ROW EXECUTE FUNCTION record();',
  ].join('\n')
  const heads = '## Triggers on `booking`\n\nEach calls a `function_of_it`.\n\n| Trigger | What |\n|---|---|\n'
  const messages = (...rows: string[]) =>
    ['', '\n## Promises\n\n| `other` | x |\n']
      .map((rest) => [{ path: 'src/showing/README.md', text: heads + rows.map((row) => `${row}\n`).join('') + rest }])
      .map((pages) => triggerProblems(pages, schema).map(({ message }) => message))
  const moved = '| `booking_begun`, `booking_moved` | as `status` says |'
  const table: [rows: string[], found: string[]][] = [
    [[moved, '| `booking_owes` | x |'], []],
    [[moved], ['does not list the trigger booking_owes on booking']],
    [
      [moved, '| `booking_owes` | x |', '| `booking_gone` | x |'],
      ['lists a trigger that does not exist: booking_gone on booking'],
    ],
  ]
  for (const [rows, found] of table) assert.deepEqual(messages(...rows), [found, found])
})

test('reports a README of more than 120 lines', () => {
  assert.deepEqual(inspect('README.md', 'x\n'.repeat(120)), [])
  assert.equal(inspect('README.md', 'x\n'.repeat(121)).length, 1)
})
