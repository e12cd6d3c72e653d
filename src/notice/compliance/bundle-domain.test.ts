import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCode, shownCode } from './bundle-domain.ts'

test('reads a code as people type it, and prints it in groups of four', () => {
  const code = '7K2M9QXD41TBZR6H'
  assert.equal(shownCode(code), '7K2M-9QXD-41TB-ZR6H')
  for (const typed of [code, shownCode(code), ' 7k2m 9qxd 4itb zr6h', '7K2M9QXD\u200b4LTBZR6H'])
    assert.equal(readCode(typed), code)
  for (const typed of ['', '7K2M-9QXD-41TB', `${code}7`, 'UUUU-UUUU-UUUU-UUUU', '7K2M-9QXD-41TB-ZR6?'])
    assert.equal(readCode(typed), null, typed)
})
