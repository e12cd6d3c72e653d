import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdsWords } from './palette-domain.ts'

test('finds a text by the beginnings of its words, ignoring case and accents', () => {
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
    assert.equal(holdsWords(text, search), isFound, `${text}: ${search}`)
})
