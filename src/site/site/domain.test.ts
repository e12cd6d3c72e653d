import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SUPPORT } from '../../product.ts'
import * as rule from './domain.ts'

test('knows exactly the pages whose button leads somewhere', () => {
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
