import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { test } from 'node:test'
import { EVENTS } from '../src/events.ts'

test("each listed event is written by its area's SQL, and no other event is written", () => {
  const written: Record<string, string[]> = {}
  for (const path of globSync('db/functions/*/*.sql')) {
    const text = readFileSync(path, 'utf8').replaceAll(/--.*/g, '')
    if (!/record_event\(|record_row_event\('/.test(text)) continue
    // Jobs have similar names.
    const names = text.matchAll(/(?<!add_job\()'([a-z]+\.[a-z_]+)'/g).map(([, name]) => name as string)
    const area = basename(dirname(path))
    written[area] = [...new Set([...(written[area] ?? []), ...names])].sort()
  }
  delete written.platform
  assert.deepEqual(
    written,
    Object.fromEntries(Object.entries(EVENTS).map(([area, of]) => [area, Object.keys(of).sort()])),
  )
})

test('only record_event writes events and notifies', () => {
  const writers = globSync('{db/functions,src}/**/*.{sql,ts,tsx}').filter(
    (path) => !path.endsWith('.test.ts') && /pg_notify\(|insert into event\b/.test(readFileSync(path, 'utf8')),
  )
  assert.deepEqual(writers, ['db/functions/platform/record_event.sql'])
})
