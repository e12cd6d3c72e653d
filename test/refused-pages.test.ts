import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RouterContextProvider } from 'react-router'
import { builtPages } from '../src/platform/page-source.ts'

const build = await builtPages.load()

/** Runs the loader of a secret link's page while the API answers everything with one status. */
async function statusOf(path: string, status: number): Promise<number | null> {
  const route = Object.values(build.routes).find((one) => one?.path === path)
  const { loader } = route?.module ?? {}
  assert.ok(loader, path)
  const context = new RouterContextProvider()
  const fetchApi = async () => Response.json({ error: 'Not now', code: 'refused' }, { status })
  context.set(build.entry.module.serverContext, { fetchApi, publicUrl: 'https://showings.example' })
  const url = new URL('https://showings.example/')
  const request = new Request(url)
  const answered = await Promise.resolve(
    loader({ context, url, request, params: { token: 'x' }, pattern: path } as never),
  ).catch((thrown: unknown) => thrown)
  return (answered as { init?: { status?: number } | null }).init?.status ?? null
}

for (const path of ['showingbooker/booking/:token', 'showingbooker/pay/:token', 'showingbooker/pay/confirm/:token'])
  test(`${path} is a 404 only if the API answers 404`, async () => {
    for (const status of [404, 400]) assert.equal(await statusOf(path, status), 404, String(status))
    for (const status of [408, 410, 429, 500, 503]) assert.notEqual(await statusOf(path, status), 404, String(status))
  })
