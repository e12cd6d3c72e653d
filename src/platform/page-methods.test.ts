import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServerBuild } from 'react-router'
import { isUnknownPage, pageMethods, patternOf } from './page-methods.ts'

const route = (id: string, parentId: string | undefined, more: object = {}) => ({ id, parentId, module: {}, ...more })
const form = { module: { action: () => null } }
const build = {
  routes: {
    root: route('root', undefined, { path: '' }),
    home: route('home', 'root', { index: true }),
    frame: route('frame', 'root', form),
    about: route('about', 'frame', { path: 'about' }),
    login: route('login', 'root', { path: 'login', ...form }),
    profile: route('profile', 'root', { path: 'profile/:name' }),
    reset: route('reset', 'root', { path: 'reset/:token', ...form }),
    else: route('else', 'root', { path: '*', ...form }),
  },
} as unknown as ServerBuild

for (const [path, methods] of [
  ['/', ['GET']],
  ['/about', ['GET']],
  ['/login', ['GET', 'POST']],
  ['/login/', ['GET', 'POST']],
  ['/profile/kim', ['GET']],
  ['/reset/x', ['GET', 'POST']],
  ['/nothing/here', ['GET']],
] as const)
  test(`${path} allows ${methods.join(' and ')}`, () => assert.deepEqual(pageMethods(build, path), methods))

test('a path is unknown if only the not-found page matches it', () => {
  assert.equal(isUnknownPage(build, '/nothing/here'), true)
  for (const path of ['/', '/about', '/login', '/profile/kim']) assert.equal(isUnknownPage(build, path), false, path)
})

test("a page's pattern contains no personal data or secret from its path", () => {
  for (const [path, pattern] of [
    ['/', '/'],
    ['/about', '/about'],
    ['/profile/kim', '/profile/:name'],
    ['/profile/kim.data', '/profile/:name'],
    ['/nothing/here', '/*'],
  ] as const)
    assert.equal(patternOf(build, path), pattern)
})
