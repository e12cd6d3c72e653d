import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLanguage } from '../../platform/reader-language.ts'
import type { SecurityNotice } from './domain.ts'
import { noticeMail } from './messages.ts'

const textOf = (kind: SecurityNotice, language: 'en' | 'es', detail = '') =>
  inLanguage(language, () => noticeMail(kind, { at: 'July 3', detail, publicUrl: 'https://showings.example.com' })).text

test('the email about a new passkey says to remove it, because a new password does not end it', () => {
  assert.match(textOf('passkey_added', 'en', 'Laptop'), /remove this passkey on your security page\. Then sign out/)
  assert.match(
    textOf('passkey_added', 'es', 'Laptop'),
    /elimine esta llave de acceso en su página de seguridad\. Después/,
  )
})

test('the email about two-step verification tells no one to sign out first, because they could not sign in again', () => {
  const text = textOf('second_step_on', 'en')
  assert.match(text, /don't sign out yet\. .*turn it off on your security page\. Then choose a new password/)
  assert.doesNotMatch(text, /sign out everywhere/)
  assert.match(text, /Contact support:\nhttps:\/\/showings\.example\.com\/support/)
  assert.match(textOf('second_step_on', 'es'), /todavía no cierre la sesión\. .*desactive la verificación/)
})

test('the email about new recovery codes says to create other ones', () => {
  assert.match(textOf('recovery_codes', 'en'), /choose a new password\. Then create new recovery codes/)
  assert.match(textOf('recovery_codes', 'es'), /Después cree códigos de recuperación nuevos/)
})

test('the email about the end of a suspension names only the listings that it made public', () => {
  const first = (count: string, language: 'en' | 'es') => textOf('suspension_lifted', language, count).split('\n')[2]
  // An older version stored no number.
  for (const none of ['0', ''])
    assert.equal(first(none, 'en'), 'We reactivated your ShowingBooker account on July 3. You can sign in.')
  assert.match(first('1', 'en') ?? '', /1 listing that we hid is public again\.$/)
  assert.match(first('3', 'es') ?? '', /Puede iniciar sesión y 3 anuncios que ocultamos vuelven a ser públicos\.$/)
})
