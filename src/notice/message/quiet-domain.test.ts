import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isQuiet } from './quiet-domain.ts'

test('the quiet hours follow the local time', () => {
  const at = (text: string) => isQuiet(Temporal.Instant.from(text), 'America/Phoenix')
  assert.deepEqual(
    ['2026-11-27T02:59:59Z', '2026-11-27T03:00:00Z', '2026-11-27T14:59:59Z', '2026-11-27T15:00:00Z'].map(at),
    [false, true, true, false],
  )
})
