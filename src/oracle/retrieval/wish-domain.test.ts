import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needsOf, placesOf, wishesOf } from './wish-domain.ts'

const PLACES: [string, string[]][] = [
  ['what do i have to do now?', ['task']],
  ['¿y ahora que?', ['task']],
  ['when should i go back to the hospital?', ['warning']],
  ['¿cuando tengo que volver al hospital?', ['warning']],
  ['¿cuando debo preocuparme?', ['warning']],
  ['when should i go to work again?', []],
  ['what do i have to do with the filter?', []],
]
for (const [question, places] of PLACES)
  test(`${question} asks for ${places.join() || 'no place of a paper'}`, () =>
    assert.deepEqual(placesOf(question), places))

test('"how much" and "how often" do not ask for permission, and taking a phone along does not ask for a number', () => {
  assert.ok(!wishesOf('how often can i take it').has('may'))
  assert.ok(wishesOf('can i take it').has('may'))
  assert.ok(!wishesOf('¿puede llevarse el telefono?').has('phone'))
  assert.ok(wishesOf('¿cual es el telefono?').has('phone'))
  assert.ok(!wishesOf('¿cuando debo preocuparme?').has('amount'))
})

test('a cost is an amount of money, or free', () => {
  const isNeeded = (question: string, answer: string) => needsOf(question).every((need) => need.test(answer))
  assert.ok(!isNeeded('how much does the syrup cost?', 'for children of 2 years'))
  assert.ok(isNeeded('how much does the syrup cost?', 'it is $4'))
  assert.ok(isNeeded('how much do i have to pay?', 'parking is free'))
  assert.ok(!isNeeded('¿cuanto cuesta el jarabe?', 'no de este jarabe a niños menores de 2 años'))
  assert.ok(isNeeded('¿cuanto cuesta el menu?', 'comedor a 4,50 euros'))
  assert.ok(isNeeded('how much syrup can i take?', '10 ml'))
})

test('a time of day needs an hour', () => {
  const isNeeded = (question: string, answer: string) => needsOf(question).every((need) => need.test(answer))
  assert.ok(!isNeeded('what time is it?', 'on january 8'))
  assert.ok(isNeeded('what time is it?', 'at 10 a.m. sharp'))
  assert.ok(isNeeded('¿a que hora vuelven?', 'sobre las 17:15'))
})
