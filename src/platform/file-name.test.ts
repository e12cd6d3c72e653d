import assert from 'node:assert/strict'
import { test } from 'node:test'
import { character, fc } from '../../test/dice.ts'
import { fileNamePart } from './file-name.ts'

for (const [text, name] of [
  ['742 Juniper Street', '742-juniper-street'],
  ['1 Cañón Rd.', '1-canon-rd'],
  ['漢字', ''],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
] as const)
  test(`${text} is ${name || 'nothing'} in a file's name`, () => assert.equal(fileNamePart(text), name))

test('a header and a disk accept the name of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: character }), (text) =>
      assert.match(fileNamePart(text), /^(?=.{0,60}$)([a-z0-9]+(-[a-z0-9]+)*)?$/),
    ),
  )
})
