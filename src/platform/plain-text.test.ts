import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lengthOf, oneLine, plainText, unitsFor } from './plain-text.ts'

const lines: [said: string, kept: string][] = [
  ['  Maria \n Gomez\t', 'Maria Gomez'],
  ['\u202eevil', 'evil'],
  ['\u202a+1 (213) 555-0111\u202c', '+1 (213) 555-0111'],
  ['\u2068Maria\u2069 \u200b', 'Maria'],
  ['\u202e \u200b', ''],
  ['אבגד הוז', 'אבגד הוז'],
  ['👩‍👩‍👧‍👦 family', '👩‍👩‍👧‍👦 family'],
]
for (const [said, kept] of lines) test(`one line of ${JSON.stringify(said)}`, () => assert.equal(oneLine(said), kept))

test('lines stay lines', () => assert.equal(plainText(' Two\n\u202elines '), 'Two\nlines'))

test('an emoji is one character, and takes none of the room that the browser leaves for others', () => {
  assert.equal(lengthOf('a\u{1f600}é'), 3)
  assert.equal(unitsFor(10, 'plain'), 10)
  assert.equal(unitsFor(10, '\u{1f600}\u{1f600}'), 12)
})
