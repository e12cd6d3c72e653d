import type { ChatEngine, Question } from '../src/oracle/conversation/ports.ts'
import type { AppEnv } from '../src/platform/http.ts'
import type { TestApp } from './app.ts'
import { signUp } from './scene.ts'

export type AnswerEvent = { id: number; event: string; data: Record<string, never> & { [name: string]: unknown } }

/** Returns the headers that let this session use a protected app. */
export async function opened(app: TestApp, headers: Record<string, string>) {
  const answer = await app.call('POST', '/api/access/oracle', { code: 'Code-of-the-Oracle' }, headers)
  const grant = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { ...headers, cookie: headers.cookie ? `${headers.cookie}; ${grant}` : grant }
}

let people = 0

/** Creates an account with access to the Oracle. */
export async function asker(app: TestApp) {
  const person = await signUp(app, `asker${++people}@people.example.com`)
  // Use the cookie, because a token expires after 15 minutes.
  const closed = { cookie: person.cookie, origin: 'http://127.0.0.1:3000' }
  const headers = await opened(app, closed)
  let address = 0
  async function listen(path: string, more: Record<string, string> = {}, body?: unknown) {
    const method = path.endsWith('/events') || path.includes('/events?') ? 'GET' : 'POST'
    const sent = {
      ...headers,
      accept: 'text/event-stream',
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...more,
    }
    const response = await app.app.request(
      path,
      { method, headers: sent, body: body === undefined ? null : JSON.stringify(body) },
      { caller: { requestId: 'test', clientAddress: `10.9.0.${++address & 255}` } } satisfies AppEnv['Bindings'],
    )
    return { status: response.status, ...eventsOf(response.body) }
  }
  return {
    ...person,
    headers,
    closed,
    ask: (message: string, more: object = {}, head: Record<string, string> = {}) =>
      app.call('POST', '/oracle/chat', { message, ...more }, { ...headers, ...head }),
    get: (path: string) => app.call('GET', path, undefined, headers),
    post: (path: string, body?: unknown) => app.call('POST', path, body, headers),
    patch: (path: string, body: unknown) => app.call('PATCH', path, body, headers),
    drop: (path: string) => app.call('DELETE', path, undefined, headers),
    listen,
    async upload(text: string | Uint8Array, name = 'letter.txt'): Promise<{ id: string }> {
      const form = new FormData()
      form.append('file', new File([text as BlobPart], name))
      const response = await app.app.request('/oracle/upload', { method: 'POST', body: form, headers })
      return ((await response.json()) as { file: { id: string } }).file
    },
  }
}

export type Asker = Awaited<ReturnType<typeof asker>>

/** Yields the events of a stream as they arrive. */
export function eventsOf(body: ReadableStream<Uint8Array> | null) {
  if (!body) throw new Error('there is no stream')
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  async function next(): Promise<AnswerEvent | null> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end < 0) {
        const { done, value } = await reader.read()
        if (done) return null
        text += decoder.decode(value, { stream: true })
        continue
      }
      const block = text.slice(0, end)
      text = text.slice(end + 2)
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const data = field('data')
      if (data !== undefined) return { id: Number(field('id')), event: field('event') ?? '', data: JSON.parse(data) }
    }
  }
  return {
    next,
    /** Reads up to and including an event of this name, or to the end for null. */
    async until(event: string | null): Promise<AnswerEvent[]> {
      const heard: AnswerEvent[] = []
      for (let one = await next(); one; one = await next()) {
        heard.push(one)
        if (one.event === event) break
      }
      return heard
    },
    leave: () => reader.cancel(),
  }
}

/** Joins the text of an answer as a client does. */
export function answerText(events: AnswerEvent[]): string {
  let text = ''
  for (const { event, data } of events) {
    if (event === 'restart') text = ''
    if (event === 'delta') text += data.text
    if (event === 'finished') text = (data.answer as unknown as { content: string }).content
  }
  return text
}

type Script = (question: Question, signal: AbortSignal) => AsyncIterable<string>

/** Creates a model whose answers the test controls. */
export function createFakeModel(canSee = false) {
  const asked: Question[] = []
  const scripts: Script[] = []
  const engine: ChatEngine = {
    name: 'openai',
    label: 'A model of the tests',
    model: 'test-model',
    canSee,
    async *answer(question, { signal }) {
      asked.push(question)
      const script = scripts.shift()
      if (script) yield* script(question, signal)
      else yield 'Nothing in particular.'
    },
  }
  return {
    engine,
    asked,
    says(...pieces: string[]) {
      scripts.push(async function* () {
        yield* pieces
      })
    },
    fails(error: Error, ...before: string[]) {
      scripts.push(async function* () {
        yield* before
        throw error
      })
    },
    runs: (script: Script) => scripts.push(script),
    /** Sends this text, and the rest once the test releases it. Stops when it is canceled if `heeds`. */
    holds(before: string, after: string, heeds = true) {
      const started = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      scripts.push(async function* (_, signal) {
        yield before
        started.resolve()
        const off = Promise.withResolvers<never>()
        if (heeds) signal.addEventListener('abort', () => off.reject(signal.reason))
        await Promise.race([released.promise, off.promise])
        yield after
      })
      return { started: started.promise, release: released.resolve }
    },
  }
}
