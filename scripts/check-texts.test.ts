import assert from 'node:assert/strict'
import { test } from 'node:test'
import { literalsOf } from './check-texts.ts'

const found = (source: string) => literalsOf('src/site/page/pages/home.tsx', source).map(({ text }) => text)

const texts: [string, string, string[]][] = [
  ['words in a page', '<p>Book a showing</p>', ['Book a showing']],
  ['a choice of words in a page', "<p>{isOpen ? 'Open now' : 'Closed today'}</p>", ['Open now', 'Closed today']],
  ['words around a value', '<p>{`Paid on $' + '{day}`}</p>', ['Paid on x']],
  ['a label', '<input aria-label="Your name" />', ['Your name']],
  ['a title in braces', "<Card title={'Your showing'} />", ['Your showing']],
  ['a fact', "const facts = [{ label: 'When', value }]", ['When']],
  ['an error', "throw new DomainError('conflict', 'taken', 'This time is taken.')", ['This time is taken.']],
  ['a missing thing', "notFound('There is no such home.')", ['There is no such home.']],
]
for (const [name, source, words] of texts) test(`${name} is found`, () => assert.deepEqual(found(source), words))

const others = [
  '<p className="wide head">{t.title()}</p>',
  '<a href="/how it works">{name}</a>',
  '<p>{count} · {price}</p>',
  "throw new Error('the hold kept changing')",
  "log.info({ id }, 'a message was sent')",
  "const row = { kind: 'good', status: 'not sent' }",
  "const icon = { message: 'M4 5h16a1 1 0 0 1 1 1v10' }",
]
for (const source of others) test(`no text for people: ${source}`, () => assert.deepEqual(found(source), []))
