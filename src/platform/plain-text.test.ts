import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oneLine, plainText } from './plain-text.ts'

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
