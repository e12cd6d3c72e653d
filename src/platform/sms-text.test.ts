import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { asTexted, countSegments, toGsm, trimToSeptets, trimToUnits } from './sms-text.ts'

test("names keep the alphabet's letters and lose only the accents that it lacks", () => {
  const table: [string, string][] = [
    ['José Núñez', 'José Nuñez'],
    ['Zoë Müller', 'Zoe Müller'],
    ['Łukasz Żak', 'Lukasz Zak'],
    ['Nguyễn Thị Ánh', 'Nguyen Thi Anh'],
    ['O’Brien – “Bob”', 'O\'Brien - "Bob"'],
    ['Bjørn Æbelø', 'Bjørn Æbelø'],
    ['1:30\u202fPM\u00a0PST', '1:30 PM PST'],
    ['Мария Gonzalez', 'Gonzalez'],
    ['王芳', ''],
    ['Ana 🏡 Li\r\nBcc: x', 'Ana Li Bcc: x'],
  ]
  for (const [text, spelled] of table) assert.equal(toGsm(text), spelled)
})

test('turns any input into GSM text on one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const spelled = toGsm(text)
      assert.equal(countSegments(spelled).encoding, 'gsm7')
      assert.doesNotMatch(spelled, /[\r\n]/)
      assert.equal(toGsm(spelled), spelled)
    }),
  )
})

test('counts segments correctly at their limits', () => {
  assert.deepEqual(countSegments('a'.repeat(160)), { encoding: 'gsm7', units: 160, segments: 1 })
  assert.deepEqual(countSegments('a'.repeat(161)), { encoding: 'gsm7', units: 161, segments: 2 })
  assert.deepEqual(countSegments('a'.repeat(306)), { encoding: 'gsm7', units: 306, segments: 2 })
  assert.equal(countSegments('a'.repeat(307)).segments, 3)
  assert.deepEqual(countSegments('€'.repeat(80)), { encoding: 'gsm7', units: 160, segments: 1 })
  assert.deepEqual(countSegments(`${'a'.repeat(70)}ç`), { encoding: 'ucs2', units: 71, segments: 2 })
  assert.equal(countSegments('王'.repeat(70)).segments, 1)
})

test('cuts a long text at a word and ends it with dots', () => {
  assert.equal(trimToSeptets('12 Short St', 20), '12 Short St')
  assert.equal(
    trimToSeptets('12345 Extraordinarily Long Boulevard, Los Angeles', 40),
    '12345 Extraordinarily Long Boulevard...',
  )
  assert.equal(trimToSeptets('Taumatawhakatangihangakoauauotamatea', 20), 'Taumatawhakatangi...')
})

test('a cut text never exceeds its limit', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 3, max: 120 }), (text, room) => {
      assert.ok(countSegments(trimToSeptets(toGsm(text), room)).units <= Math.max(room, 3))
    }),
  )
})

test("respells a person's words in the alphabet only if that keeps every letter and symbol", () => {
  const table: [words: string, texted: string][] = [
    ['“Ring twice” – thanks…', '"Ring twice" - thanks...'],
    ['¿Está abierto?', '¿Esta abierto?'],
    ['Great 👍', 'Great 👍'],
    ['我们到了', '我们到了'],
    [' two\n lines ', 'two lines'],
  ]
  for (const [words, texted] of table) assert.equal(asTexted(words), texted)
})

test('shortens words in their own alphabet, never inside a character', () => {
  assert.equal(trimToUnits('short', 20), 'short')
  assert.equal(trimToUnits('one two three four', 12), 'one two...')
  for (let units = 4; units < 30; units++) {
    const cut = trimToUnits('👍👍👍👍👍👍👍👍👍👍', units)
    assert.ok(cut.isWellFormed() && cut.length <= Math.max(units, 3), `${units} ${cut}`)
  }
})
