import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPlainAddress, readMailbox } from './mailbox.ts'

test('reads a mailbox with or without a name', () => {
  const table: [text: string, name: string | null, address: string][] = [
    ['ShowingBooker <hello@example.com>', 'ShowingBooker', 'hello@example.com'],
    ['"Acme, Homes" <a@b.example> ', 'Acme, Homes', 'a@b.example'],
    ['<a@b.example>', null, 'a@b.example'],
    [' a@b.example ', null, 'a@b.example'],
  ]
  for (const [text, name, address] of table) assert.deepEqual(readMailbox(text), { name, address }, text)
})

test('a plain address cannot be read as two in a header or calendar', () => {
  for (const plain of ['a@b.example', "o'neil+x@b.example", 'ü@bücher.example']) assert.ok(isPlainAddress(plain), plain)
  for (const odd of [
    'a,b@c.example',
    '"<b>"@x.example',
    'a@b@c',
    'a b@c.example',
    'a@b.example\r\nX:y',
    'a;b@c.d',
    'a',
  ]) {
    assert.ok(!isPlainAddress(odd), odd)
  }
})
