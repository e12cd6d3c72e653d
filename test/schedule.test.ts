import assert from 'node:assert/strict'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { testApp } from './app.ts'

test("the worker runs every feature's schedule, each with an existing task", async () => {
  const wanted = new Set<string>(['event.forget', 'idempotency.forget', 'try-counts.forget'])
  for await (const file of glob('src/*/*/jobs.ts')) {
    const parts = (await import(join(process.cwd(), file))) as Record<string, unknown>
    for (const [name, part] of Object.entries(parts)) {
      if (name.endsWith('Schedule')) for (const task of Object.keys(part as object)) wanted.add(task)
    }
  }
  assert.ok(wanted.size > 10)

  const app = await testApp()
  try {
    assert.deepEqual(Object.keys(app.schedule).sort(), [...wanted].sort())
    for (const task of wanted) assert.ok(app.jobs[task], `${task} has no handler`)
  } finally {
    await app.close()
  }
})
