import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentPolicy, everyAnswer, inlineScriptHashes, NO_SOURCES, securityHeaders } from './security-headers.ts'

const directives = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]))

test('only a site behind TLS tells browsers to stay on TLS', () => {
  const name = 'Strict-Transport-Security'
  assert.match(securityHeaders(true)[name] ?? '', /^max-age=31536000/)
  assert.equal(securityHeaders(false)[name], undefined)
})

test('a document runs only the scripts that its policy names, and no injected one', () => {
  const policy = directives(documentPolicy(["'nonce-abc'"]))
  assert.equal(policy['script-src'], "'self' 'nonce-abc'")
  assert.equal(policy['default-src'], "'self'")
  for (const closed of ['object-src', 'base-uri', 'frame-ancestors']) assert.equal(policy[closed], "'none'", closed)
  assert.doesNotMatch(documentPolicy([]), /unsafe|\*|data:[^;]*script/)
  assert.equal(directives(documentPolicy([]))['script-src'], "'self'")
})

test('an answer that is not a document runs nothing, wherever it is opened', () => {
  assert.deepEqual(
    directives(
      everyAnswer({ publicUrl: 'http://127.0.0.1:3000', cardSources: NO_SOURCES })['Content-Security-Policy'] ?? '',
    ),
    { 'default-src': "'none'", 'frame-ancestors': "'none'", sandbox: '' },
  )
})

test('hashes only our own inline scripts, each once', () => {
  const ours = (words: string) => `<script type="module" nonce="n1">${words}</script>`
  const html = [
    ours('one()'),
    ours('one()'),
    ours('two("é")'),
    ours(''),
    '<script nonce="n1" src="/a.js"></script>',
    '<script>planted()</script>',
    '<script nonce="guessed">planted()</script>',
    '<p nonce="n1">text</p>',
  ].join('')
  assert.deepEqual(inlineScriptHashes(html, 'n1'), [
    // openssl dgst -sha256 -binary | base64
    "'sha256-HR7iaask9daLMRRskMI++QeJtjWDOjyPA6lGzYGzKW4='",
    "'sha256-QZLusbGXtvm5tIcILUzZanWLodAwHPUu/Rp0qLBm0WI='",
  ])
})
