import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SUPPORT } from '../../product.ts'
import * as rule from './domain.ts'

test('each page that sends somewhere is known, and nothing else', () => {
  assert.deepEqual(rule.entranceOf('home'), { signedIn: '/overview', signedOut: '/register' })
  assert.deepEqual(rule.entranceOf('pricing'), { signedIn: '/showingbooker/dashboard', signedOut: '/register' })
  assert.deepEqual(rule.entranceOf('speed'), { signedIn: '/overview', signedOut: '/login' })
  for (const page of [undefined, '', 'toString', '__proto__', 'constructor']) assert.equal(rule.entranceOf(page), null)
})

test('support is open Monday to Saturday', () => {
  assert.deepEqual(
    SUPPORT.hours.map((day) => day && `${day.from}-${day.to}`),
    [null, ...Array(5).fill('09:00-18:00'), '10:00-16:00'],
  )
})

test('a search finds a text by the beginnings of its words, without case and accents', () => {
  for (const [text, search, isFound] of [
    ['Add a property', '', true],
    ['Add a property', 'prop', true],
    ['Add a property', 'PROP add', true],
    ['Add a property', 'roperty', false],
    ['Add a property', 'add home', false],
    ['Galería privada', 'galeria', true],
    ['Configuración', 'configuración', true],
    ['Oracle', '?', true],
  ] as const)
    assert.equal(rule.holdsWords(text, search), isFound, `${text}: ${search}`)
})
