import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAboutPerson, isFollowUp, personIn } from './followup-domain.ts'

const FOLLOW_UPS: [string, boolean][] = [
  ['And how often?', true],
  ['When should I take it?', true],
  ['¿y hasta cuándo?', true],
  ['What about them?', true],
  ['beer', false],
  ['Where do I send an appeal?', false],
  ['Is it safe to drive?', false],
  ['Summarize this document about rent', false],
]
for (const [text, is] of FOLLOW_UPS)
  test(`${text} ${is ? 'needs' : 'does not need'} the previous question`, () => assert.equal(isFollowUp(text), is))

test('"she" means the only person in the answer', () => {
  assert.equal(personIn('> Coronary angiogram (Dr. Falana), by Dr. Yewande Falana'), 'Falana')
  assert.equal(personIn('> Dr\\. Falana'), 'Falana')
  assert.equal(personIn('> Dr. Falana and Dr. Brandt'), null)
  assert.equal(isAboutPerson('When do I see her again?'), true)
  assert.equal(isAboutPerson('When is the next one?'), false)
})
