import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, loadConfig } from './config.ts'

const linesOf = (env: Record<string, string>): string[] => {
  try {
    loadConfig(env, false)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.lines
  }
  return []
}
const enginesOf = (env: Record<string, string>) => loadConfig(env, false).engines
const A1111 = { A1111_BASE_URL: 'http://192.168.1.5:7860/' }
const OPENAI = { OPENAI_API_KEY: 'key', OPENAI_IMAGE_MODEL: 'gpt-image-1' }

test('without settings, our own engines draw and answer', () => {
  assert.deepEqual(enginesOf({}), { images: { name: 'local' }, chat: null })
})

test('the configured engine draws, or the chosen one of several, which may be the local one', () => {
  const a1111 = { name: 'a1111', baseUrl: 'http://192.168.1.5:7860' }
  const openai = { name: 'openai', baseUrl: 'https://api.openai.com/v1', apiKey: 'key', model: 'gpt-image-1' }
  assert.deepEqual(enginesOf(A1111).images, a1111)
  assert.deepEqual(enginesOf(OPENAI).images, openai)
  assert.deepEqual(enginesOf({ ...A1111, ...OPENAI, STUDIO_ENGINE: 'openai' }).images, openai)
  assert.deepEqual(enginesOf({ ...A1111, STUDIO_ENGINE: 'local' }).images, { name: 'local' })
})

test('the local engine draws if only a chat model is set, and a server on this machine needs no key', () => {
  const { images, chat } = enginesOf({ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1/', OPENAI_CHAT_MODEL: 'llama3:8b' })
  assert.deepEqual(images, { name: 'local' })
  assert.deepEqual([chat?.baseUrl, chat?.apiKey, chat?.model], ['http://127.0.0.1:11434/v1', null, 'llama3:8b'])
})

const wrong: [why: string, env: Record<string, string>, line: RegExp][] = [
  ['two engines and no choice', { ...A1111, ...OPENAI }, /^STUDIO_ENGINE is missing: a1111 and openai/],
  ['a choice without its server', { STUDIO_ENGINE: 'a1111' }, /^A1111_BASE_URL is missing/],
  ['a choice without its model', { STUDIO_ENGINE: 'openai' }, /^OPENAI_IMAGE_MODEL is missing/],
  ['an unknown engine', { STUDIO_ENGINE: 'comfy' }, /^STUDIO_ENGINE must be one of local, a1111, openai/],
  ['a key without a model', { OPENAI_API_KEY: 'key' }, /^OPENAI_IMAGE_MODEL or OPENAI_CHAT_MODEL is missing/],
  [
    'a model without a server',
    { OPENAI_IMAGE_MODEL: 'x' },
    /^OPENAI_API_KEY or OPENAI_BASE_URL is missing: OPENAI_IMAGE_MODEL/,
  ],
  ['no URL', { A1111_BASE_URL: 'localhost' }, /^A1111_BASE_URL must be a URL such as/],
  ['a URL with a query', { A1111_BASE_URL: 'http://127.0.0.1:7860/?a=1' }, /^A1111_BASE_URL must be a URL such as/],
  [
    'a password with a percent sign that is no escape',
    { A1111_BASE_URL: 'http://me:50%off@127.0.0.1:7860' },
    /^A1111_BASE_URL must be a URL such as/,
  ],
  [
    'a key in the clear',
    { ...OPENAI, OPENAI_BASE_URL: 'http://models.example.com/v1' },
    /^OPENAI_BASE_URL must be https if OPENAI_API_KEY is set/,
  ],
]
for (const [why, env, line] of wrong)
  test(`${why} stops the start in one line`, () => {
    const lines = linesOf(env)
    assert.equal(lines.length, 1, lines.join())
    assert.match(lines.join(), line)
  })
