import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortPathOf } from './domain.ts'

const table: [string, string | null][] = [
  ['/showingbooker/overview', '/overview'],
  ['/showingbooker/add', '/add'],
  ['/showingbooker/properties', '/properties'],
  ['/showingbooker/calendar', '/calendar'],
  ['/showingbooker/upcoming', '/upcoming'],
  ['/showingbooker/completed', '/completed'],
  ['/showingbooker/stats/', '/stats'],
  ['/showingbooker/profile', '/profile'],
  ['/showingbooker/support', '/support'],
  ['/showingbooker/rd', '/support'],
  ['/rd', '/support'],
  ['/account/showing-profile', '/profile'],
  ['/showingbooker/dashboard', '/add'],
  ['/showingbooker/listings', '/properties'],
  ['/showingbooker/nowhere', null],
  ['/showingbooker/overview/more', null],
  ['/showingbooker/constructor', null],
]
for (const [from, to] of table) test(`${from} stands for ${to}`, () => assert.equal(shortPathOf(from), to))
