import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiBeginnings } from './api-paths.ts'

const pages = [
  '/',
  '/oracle',
  '/admin',
  '/admin/users',
  '/unsubscribe/:token',
  '/calendar',
  '/calendar/showings/:id',
  '/*',
]

const cases: [sentence: string, paths: string[], beginnings: string[]][] = [
  ['a route alone has its first segment', ['/generate-image/{id}/cancel'], ['/generate-image']],
  ['a page of the same name has no paths below it', ['/oracle/files/{id}'], ['/oracle']],
  [
    'where pages go on, the next segment is taken',
    ['/admin/images/{id}', '/admin/check'],
    ['/admin/images', '/admin/check'],
  ],
  ['a page below each fixed segment leaves none', ['/unsubscribe/{token}', '/calendar/{token}.ics'], []],
  ['two routes share a beginning', ['/credits', '/credits/purchase'], ['/credits']],
]
for (const [sentence, paths, beginnings] of cases)
  test(sentence, () => assert.deepEqual(apiBeginnings(paths, pages), beginnings))
