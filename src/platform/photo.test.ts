import assert from 'node:assert/strict'
import { test } from 'node:test'
import { character, fc } from '../../test/dice.ts'
import { isPhoto, photoFileKey } from './photo.ts'

test("finds no file for a name that is not a photo's", () => {
  const hash = 'a1'.repeat(20)
  const names = [
    '',
    '..',
    `../notices/${hash}-1200.avif`,
    `${hash}-1200.pdf`,
    `${hash}-800.avif`,
    `${hash}-1200.avif\n`,
    `${hash}-1200.avif\0`,
  ]
  for (const name of names) assert.equal(photoFileKey(name), null, name)
  fc.assert(fc.property(fc.string({ unit: character }), (name) => photoFileKey(name) === null))
})

const starts: [kind: string, hex: string, isOne: boolean][] = [
  ['JPEG', 'ffd8ffe000104a4649460001', true],
  ['PNG', '89504e470d0a1a0a0000000d', true],
  ['WebP', '524946462400000057454250', true],
  ['WAVE', '524946462400000057415645', false],
  ['GIF', '474946383961', false],
  ['PDF', '255044462d312e37', false],
  ['SVG', Buffer.from('<svg xmlns="h').toString('hex'), false],
  ['empty', '', false],
]
for (const [kind, hex, isOne] of starts) {
  test(`bytes of kind ${kind} are ${isOne ? 'a photo' : 'no photo'}`, () => {
    assert.equal(isPhoto(Buffer.from(hex, 'hex')), isOne)
  })
}
