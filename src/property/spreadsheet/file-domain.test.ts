import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOf } from './file-domain.ts'

const TEXT = 'Street address\tCity\n12 Peña Street\tReno'
const utf16 = Buffer.from(`\ufeff${TEXT}`, 'utf16le')
const files: [kind: string, bytes: Buffer][] = [
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${TEXT}`)],
  ['the Unicode Text of Excel', utf16],
  ['UTF-16 with the high byte first', Buffer.from(utf16).swap16()],
  ['Windows-1252', Buffer.from(TEXT, 'latin1')],
]
for (const [kind, bytes] of files)
  test(`reads ${kind}`, () => {
    assert.equal(textOf(new Uint8Array(bytes).buffer), TEXT)
  })

for (const [kind, start] of [
  ['.xlsx', 'PK\x03\x04\x14\x00\x06\x00'],
  ['.xls', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
] as const)
  test(`says how to save an ${kind} file as CSV`, () => {
    const bytes = new Uint8Array(Buffer.from(`${start}"1 Elm`, 'latin1'))
    assert.throws(() => textOf(bytes.buffer), {
      kind: 'invalid',
      message: 'This is not a CSV file. In Excel, choose Save As, then CSV.',
    })
  })
