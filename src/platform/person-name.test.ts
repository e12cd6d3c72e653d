import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstNameAndInitial, knownName, personName } from './person-name.ts'
import { inLanguage } from './reader-language.ts'

test("a resident sees only a buyer's first name and last initial", () => {
  const table: [string, string][] = [
    ['Maria Gonzalez', 'Maria G.'],
    ['  maria   de la  cruz ', 'maria C.'],
    ['Madonna', 'Madonna'],
    ["Siobhán O'Neill", 'Siobhán O.'],
    ['Jean-Luc Éluard', 'Jean-Luc É.'],
    ['王 芳', '王 芳.'],
    ['Maria 555-123-4567', 'Maria'],
    ['http://evil.example/x Smith', 'A visitor'],
    ['maria@example.com', 'A visitor'],
    ['<script>alert(1)</script>', 'A visitor'],
    ['evil.example Smith', 'A visitor'],
    ['Maria evil.example', 'Maria'],
    ['J.R. Smith', 'JR S.'],
    ['555 1234', 'A visitor'],
    ['', 'A visitor'],
    ['Maria G.', 'Maria G.'],
    ['Wolfeschlegelsteinhausenbergerdorff Senior', 'Wolfeschlegelsteinhausen S.'],
  ]
  for (const [name, shown] of table) assert.equal(firstNameAndInitial(name), shown, name)
})

test('joins the parts of a name that exist', () => {
  assert.equal(personName('Maya', 'Okafor'), 'Maya Okafor')
  assert.equal(personName(' Maya ', null), 'Maya')
  assert.equal(personName('', 'Okafor'), 'Okafor')
  assert.equal(personName(' ', null), null)
})

test("replaces a name with nothing left in it by a visitor, in the reader's language", () => {
  assert.equal(firstNameAndInitial('+1 213 555 0199'), 'A visitor')
  assert.equal(
    inLanguage('es', () => firstNameAndInitial('+1 213 555 0199')),
    'Un visitante',
  )
  assert.equal(knownName('😀'), null)
})
