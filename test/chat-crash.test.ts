import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { answerText, eventsOf } from './chat.ts'
import { freshDatabase } from './database.ts'
import { DONE, finished, spokenAs, startChatServer } from './fakes/chat-server.ts'

const ORIGIN = 'http://127.0.0.1:3000'

async function start(url: string, folder: string, model: string): Promise<{ child: ChildProcess; at: string }> {
  const program = join(import.meta.dirname, 'chat-process.ts')
  const child = spawn(process.execPath, [program, url, folder, model], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    const [, port] = /^port (\d+)$/.exec(line) ?? []
    if (port) return { child, at: `http://127.0.0.1:${port}` }
  }
  throw new Error('the process ended before it was listening')
}

async function kill(child: ChildProcess) {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

test('if the server is killed during an answer, the next one continues the message, and the listener gets all of it', async (t) => {
  const database = await freshDatabase({ max: 2 })
  const folder = await mkdtemp(join(tmpdir(), 'showingbooker-test-'))
  const model = await startChatServer()
  let child: ChildProcess | undefined
  try {
    const first = await start(database.url, folder, model.baseUrl)
    child = first.child
    const call = (at: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      fetch(at + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    const cookiesOf = (response: Response) => response.headers.getSetCookie().map((one) => one.split(';')[0])
    const account = { email: 'crash@people.example.com', password: 'a password of the tests', name: 'Someone' }
    const signed = cookiesOf(await call(first.at, '/api/auth/sign-up/email', account))
    const grant = await call(
      first.at,
      '/api/access/oracle',
      { code: 'Code-of-the-Oracle' },
      { cookie: signed.join('; ') },
    )
    const cookie = [...signed, ...cookiesOf(grant)].join('; ')

    // The model sends three words and then hangs.
    model.runs((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(spokenAs('One ', 'two ', 'three '))
    })
    const answer = await call(first.at, '/oracle/chat', { message: 'Count' }, { cookie, accept: 'text/event-stream' })
    const stream = eventsOf(answer.body)
    const heard = await stream.until('delta')
    const messageId = (heard[0]?.data.answer as { id: string } | undefined)?.id
    await kill(first.child)
    const killedAt = performance.now()

    model.streams(spokenAs('One ', 'two ', 'three ', 'four.'), finished(), DONE)
    const second = await start(database.url, folder, model.baseUrl)
    child = second.child
    const { conversations } = (await (
      await call(second.at, '/oracle/conversations', undefined, { cookie })
    ).json()) as {
      conversations: { id: string; isAnswering: boolean }[]
    }
    const path = `/oracle/conversations/${conversations[0]?.id}`
    const again = await call(second.at, `${path}/events`, undefined, {
      cookie,
      'last-event-id': String(heard.at(-1)?.id),
    })
    const rest = await eventsOf(again.body).until('finished')
    t.diagnostic(
      `whole ${Math.round(performance.now() - killedAt)} ms after the kill, with the start of the next server`,
    )
    const view = (await (await call(second.at, path, undefined, { cookie })).json()) as {
      messages: { id: string; status: string; content: string }[]
    }
    assert.ok(rest.some(({ event }) => event === 'restart'))
    assert.equal(answerText([...heard, ...rest]), 'One two three four.')
    assert.deepEqual(
      view.messages.map(({ status, content }) => [status, content]),
      [
        ['done', 'Count'],
        ['done', 'One two three four.'],
      ],
    )
    assert.equal(view.messages[1]?.id, messageId)
    assert.equal(model.asked.length, 2)
  } finally {
    if (child) await kill(child)
    await model.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
})
