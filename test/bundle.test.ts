import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findBuild } from '../src/platform/build-folder.ts'

const server = join(findBuild() ?? '', 'server')

test('each part of the built server loads, also those of vendors that this installation has not', () => {
  const parts = globSync('*.js', { cwd: server })
  const load = `for (const part of ${JSON.stringify(parts)}) await import(${JSON.stringify(`${server}/`)} + part)`
  execFileSync(process.execPath, ['--input-type=module', '--eval', load], { stdio: ['ignore', 'ignore', 'inherit'] })
  assert.ok(parts.includes('main.js') && parts.includes('index.js') && parts.some((part) => part.startsWith('stripe-')))
})
