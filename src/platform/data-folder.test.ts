import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { DataFolderInUse, DataFolderUnusable, takeDataFolder } from './data-folder.ts'

async function newFolder(t: TestContext, name = 'a data folder'): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'folder-'))
  t.after(() => rm(parent, { recursive: true }))
  return join(parent, name)
}

/** Another process that takes the folder, reports it, and keeps running. */
async function otherProcess(t: TestContext, folder: string): Promise<ChildProcess> {
  const source = `
    const { takeDataFolder } = await import(${JSON.stringify(import.meta.resolve('./data-folder.ts'))})
    // Held, as the server does: what nobody holds is collected, and its lock with it.
    globalThis.folder = takeDataFolder(${JSON.stringify(folder)})
    globalThis.folder.announce('http://127.0.0.1:3999')
    console.log('taken')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}

test('a second process is refused and told who has the folder and where', async (t) => {
  const folder = await newFolder(t)
  const child = await otherProcess(t, folder)
  assert.throws(
    () => takeDataFolder(folder),
    (error: Error) => {
      assert.ok(error instanceof DataFolderInUse)
      assert.ok(error.message.includes(folder), error.message)
      assert.match(error.message, new RegExp(`process ${child.pid}, http://127\\.0\\.0\\.1:3999`))
      return true
    },
  )
})

test('a folder whose process was killed is free at once, even if its ID belongs to another process by now', async (t) => {
  const folder = await newFolder(t)
  const child = await otherProcess(t, folder)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await writeFile(join(folder, 'running.json'), JSON.stringify({ pid: process.ppid, url: null }))
  takeDataFolder(folder).release()
})

test('a released folder can be taken again, also by the same process', async (t) => {
  const folder = await newFolder(t)
  const taken = takeDataFolder(folder)
  assert.throws(() => takeDataFolder(folder), DataFolderInUse)
  taken.release()
  takeDataFolder(folder).release()
})

test('the folder is closed to other people', async (t) => {
  const folder = await newFolder(t)
  takeDataFolder(folder).release()
  const { mode } = await stat(folder)
  assert.equal(mode & 0o066, 0)
})

test('a long path works', async (t) => {
  const folder = await newFolder(t, join('x'.repeat(100), 'y'.repeat(100), 'z'.repeat(100)))
  takeDataFolder(folder).release()
})

test('a path that is a file is refused in plain words', async (t) => {
  const folder = await newFolder(t)
  await writeFile(folder, 'a file')
  assert.throws(() => takeDataFolder(join(folder, 'below')), DataFolderUnusable)
  assert.throws(() => takeDataFolder(folder), DataFolderUnusable)
})

test('a folder that cannot be written is refused in plain words, and is free afterwards', async (t) => {
  const folder = await newFolder(t)
  await mkdir(join(folder, 'running.json'), { recursive: true })
  assert.throws(
    () => takeDataFolder(folder),
    (error: Error) => {
      assert.ok(error instanceof DataFolderUnusable)
      assert.match(error.message, /^The data folder .* cannot be written: EISDIR/)
      return true
    },
  )
  await rm(join(folder, 'running.json'), { recursive: true })
  const taken = takeDataFolder(folder)
  await rm(join(folder, 'running.json'))
  await mkdir(join(folder, 'running.json'))
  assert.throws(() => taken.announce('http://127.0.0.1:3999'), DataFolderUnusable)
  await rm(join(folder, 'running.json'), { recursive: true })
  taken.release()
})
