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
    // Keep a reference, as the server does: garbage collection would drop the folder's lock.
    globalThis.folder = takeDataFolder(${JSON.stringify(folder)})
    globalThis.folder.announce('http://127.0.0.1:3999')
    console.log('taken')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}

test('refuses a second process, and names the process that has the folder and its address', async (t) => {
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

test('frees the folder of a killed process at once, even if another process now has its ID', async (t) => {
  const folder = await newFolder(t)
  const child = await otherProcess(t, folder)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await writeFile(join(folder, 'running.json'), JSON.stringify({ pid: process.ppid, url: null }))
  takeDataFolder(folder).release()
})

test('a released folder can be taken again, even by the same process', async (t) => {
  const folder = await newFolder(t)
  const taken = takeDataFolder(folder)
  assert.throws(() => takeDataFolder(folder), DataFolderInUse)
  taken.release()
  takeDataFolder(folder).release()
})

test('other users cannot read the folder', async (t) => {
  const folder = await newFolder(t)
  takeDataFolder(folder).release()
  const { mode } = await stat(folder)
  assert.equal(mode & 0o066, 0)
})

test('a long path works', async (t) => {
  const folder = await newFolder(t, join('x'.repeat(100), 'y'.repeat(100), 'z'.repeat(100)))
  takeDataFolder(folder).release()
})

test('refuses a path that is a file, in plain words', async (t) => {
  const folder = await newFolder(t)
  await writeFile(folder, 'a file')
  assert.throws(() => takeDataFolder(join(folder, 'below')), DataFolderUnusable)
  assert.throws(() => takeDataFolder(folder), DataFolderUnusable)
})

test('refuses a folder that it cannot write to, in plain words, and leaves it free', async (t) => {
  const folder = await newFolder(t)
  await mkdir(join(folder, 'running.json'), { recursive: true })
  assert.throws(
    () => takeDataFolder(folder),
    (error: Error) => {
      assert.ok(error instanceof DataFolderUnusable)
      assert.match(error.message, /^We cannot write to the data folder .*: EISDIR/)
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
