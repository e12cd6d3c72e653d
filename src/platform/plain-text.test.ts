import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headWithin, lengthOf, oneLine, plainText } from './plain-text.ts'

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

test('keeps line breaks', () => assert.equal(plainText(' Two\n\u202elines '), 'Two\nlines'))

test('counts an emoji as one character', () => {
  assert.equal(lengthOf('a\u{1f600}é'), 3)
  assert.equal(headWithin(2, '\u{1f600}\u{1f600}\u{1f600}', 6), '\u{1f600}\u{1f600}')
})

const family = '👩‍👩‍👧‍👦'
const cuts: [what: string, before: string, after: string, most: number, kept: string][] = [
  ['what fits stays', 'abc', 'de', 5, 'abc|de'],
  ['what was inserted loses its end, and what follows stays', 'abcXYZ', 'de', 6, 'abcX|de'],
  ['an emoji with more parts than there is room goes whole', `ab${family}`, '', 8, 'ab|'],
  ['an emoji with as many parts as there is room stays whole', `ab${family}c`, '', 9, `ab${family}|`],
  ['a flag is not cut', 'ab🇺🇸', '', 3, 'ab|'],
  ['a letter keeps its accent', 'abe\u0301', '', 3, 'ab|'],
]
for (const [what, before, after, most, kept] of cuts)
  test(`of a pasted text ${what}`, () => {
    assert.equal(`${headWithin(most, before + after, before.length)}|${after}`, kept)
  })
