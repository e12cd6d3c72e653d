import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLanguage } from '../../platform/reader-language.ts'
import { safeWords } from './safe-payment-messages.ts'

test('a payer whose booking is not finished yet reads how they will learn of it', () => {
  const maria = { email: 'maria@buyers.example', phone: '213-555-0111' }
  const rows: [noun: 'showing' | 'demo', billing: { email: string; phone: string }, en: RegExp, es: RegExp][] = [
    ['showing', maria, /we'll email you\.$/, /un correo electrónico\.$/],
    ['showing', { email: ' ', phone: '213-555-0111' }, /we'll text you\.$/, /un mensaje de texto\.$/],
    ['showing', { email: '', phone: '' }, /Look at this page again/, /Vuelva a esta página/],
    ['demo', maria, /Look at this page again/, /Vuelva a esta página/],
  ]
  for (const [noun, billing, en, es] of rows) {
    assert.match(safeWords(noun, billing), en)
    assert.match(
      inLanguage('es', () => safeWords(noun, billing)),
      es,
    )
  }
  assert.doesNotMatch(safeWords('demo', maria), /email|text/)
})
