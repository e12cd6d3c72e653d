import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RouterContextProvider } from 'react-router'
import { builtPages } from '../src/platform/page-source.ts'

const ACCOUNT = { id: 'a', email: 'ada@example.com', role: 'admin', username: 'ada', showingName: 'Ada' }

/** Answers as the API does when a session ends right after a page has read it. */
const endedSession = async (request: Request) =>
  new URL(request.url).pathname === '/api/auth/get-session'
    ? Response.json({ session: {}, user: ACCOUNT })
    : Response.json({ error: 'No authenticated user found', code: 'unauthenticated' }, { status: 401 })

test('every page whose session ends while it loads asks for a sign-in instead of failing', async () => {
  const build = await builtPages.load()
  const { serverContext } = build.entry.module
  const asked: string[] = []
  for (const [id, route] of Object.entries(build.routes)) {
    const { loader } = route?.module ?? {}
    if (!loader) continue
    const context = new RouterContextProvider()
    context.set(serverContext, { fetchApi: endedSession, publicUrl: 'https://showings.example' })
    const url = new URL(`https://showings.example/${route?.path ?? ''}?show=following&view=images`)
    const params = { id: 'x', slug: 'x', token: 'x', username: 'x', property: 'x', code: 'x', page: 'x', '*': 'x' }
    const request = new Request(url)
    const thrown = await Promise.resolve(
      loader({ context, url, request, params, pattern: route?.path ?? '' } as never),
    ).then(
      () => null,
      (error: unknown) => error,
    )
    if (thrown === null) continue
    const status = thrown instanceof Response ? thrown.status : (thrown as { init?: { status?: number } }).init?.status
    assert.ok(status !== undefined && status < 500, `${id}: ${String(thrown)}`)
    if (status === 401) asked.push(id)
  }
  assert.ok(asked.length > 10, asked.join())
})
