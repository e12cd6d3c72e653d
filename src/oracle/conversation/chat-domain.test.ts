import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OracleFile } from '../document/contract.ts'
import { afterEvent, answerUnderWay, type Chat, filesToAsk, isArrived, lastAnswer, withEarlier } from './chat-domain.ts'
import type { ChatMessage } from './contract.ts'

const message = (id: string, parentId: string | null, change: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  parentId,
  role: 'user',
  content: id,
  status: 'done',
  urgent: null,
  citations: [],
  files: [],
  engine: null,
  label: null,
  siblings: [id],
  timestamp: '2026-11-21T09:00:00Z',
  ...change,
})
const answer = (id: string, parentId: string, change: Partial<ChatMessage> = {}) =>
  message(id, parentId, { role: 'assistant', ...change })
const chat = (messages: ChatMessage[]): Chat => ({
  id: 'c',
  title: 'Old',
  isTemporary: false,
  messages,
  earlier: null,
  sequence: 7,
  doing: {},
})
const two = chat([message('q1', null), answer('a1', 'q1')])
const ids = (one: Chat | null) => one?.messages.map(({ id }) => id)
const asked = (question: ChatMessage, of: ChatMessage) =>
  ({ event: 'message', data: { conversationId: 'c', messageId: of.id, question, answer: of, title: 'New' } }) as const

test('adds a question and its answer after the message that they follow', () => {
  const streaming = answer('a2', 'q2', { status: 'streaming', content: '' })
  const next = afterEvent(two, asked(message('q2', 'a1'), streaming))
  assert.deepEqual(ids(next), ['q1', 'a1', 'q2', 'a2'])
  assert.equal(next?.title, 'New')
  assert.equal(answerUnderWay(next)?.id, 'a2')
  assert.equal(next?.messages[0], two.messages[0])
})

test('a repeated event changes nothing visible', () => {
  const again = afterEvent(two, asked(message('q1', null), answer('a1', 'q1')))
  assert.deepEqual(ids(again), ['q1', 'a1'])
})

test('another answer or another wording replaces the following messages', () => {
  const long = chat([...two.messages, message('q2', 'a1'), answer('a2', 'q2')])
  assert.deepEqual(ids(afterEvent(long, asked(message('q1', null), answer('a1b', 'q1')))), ['q1', 'a1b'])
  assert.deepEqual(ids(afterEvent(long, asked(message('q1b', null), answer('a1b', 'q1b')))), ['q1b', 'a1b'])
})

test('loads the conversation again for a question on a hidden branch', () => {
  assert.equal(afterEvent(two, asked(message('q9', 'a8'), answer('a9', 'q9'))), null)
  assert.equal(afterEvent(two, { event: 'reload', data: {} }), null)
})

test('an answer grows by its deltas, starts over at a restart, and ends as the stored text', () => {
  let now: Chat | null = chat([message('q1', null), answer('a1', 'q1', { status: 'streaming', content: '' })])
  const tell = (event: Parameters<typeof afterEvent>[1]) => {
    now = now && afterEvent(now, event)
  }
  tell({ event: 'status', data: { messageId: 'a1', text: 'Reading' } })
  tell({ event: 'delta', data: { messageId: 'a1', text: 'Take ' } })
  tell({ event: 'restart', data: { messageId: 'a1' } })
  tell({ event: 'delta', data: { messageId: 'a1', text: '$10 per month' } })
  tell({ event: 'delta', data: { messageId: 'a1', text: ' for 20 credits' } })
  const citation = { number: 1, fileId: 'f', name: 'a.pdf', page: 1, quote: 'x', start: 0, end: 1 }
  tell({ event: 'citation', data: { messageId: 'a1', citation } })
  assert.equal(now?.messages[1]?.content, '$10 per month for 20 credits')
  assert.equal(now?.messages[1]?.citations.length, 1)
  assert.equal(now?.doing.a1, 'Reading')
  const stored = answer('a1', 'q1', { content: 'As stored' })
  tell({ event: 'finished', data: { messageId: 'a1', answer: stored, title: 'T', disclaimer: '' } })
  assert.deepEqual([now?.messages[1]?.content, now?.title, now?.doing], ['As stored', 'T', {}])
  assert.equal(answerUnderWay(now), null)
})

test('a question follows the last shown answer', () => {
  assert.equal(lastAnswer(null), null)
  assert.equal(lastAnswer(two), 'a1')
  assert.equal(lastAnswer(chat([...two.messages, message('q2', 'a1'), answer('a2', 'q2')])), 'a2')
})

test('a sent question has arrived once its words are below the answer that it follows', () => {
  const sent = { message: ' And at night?\n', parentId: 'a1' }
  const came = (id: string, parentId: string | null, content: string) => message(id, parentId, { content })
  assert.ok(isArrived(sent, two, [...two.messages, came('q2', 'a1', 'And at night?'), answer('a2', 'q2')]))
  assert.equal(isArrived(sent, two, [came('q2', 'a1', 'And by day?')]), false)
  assert.equal(isArrived(sent, two, [came('q2', null, 'And at night?')]), false)
  assert.equal(isArrived(sent, two, [{ ...came('a2', 'a1', 'And at night?'), role: 'assistant' }]), false)
  // Another answer to the same words, which were asked before.
  const before = chat([...two.messages, came('q2', 'a1', 'And at night?')])
  assert.equal(isArrived(sent, before, before.messages), false)
})

test('a question about one file includes all added files that have not failed', () => {
  const file = (id: string, status: OracleFile['status']) =>
    ({ id, name: `${id}.txt`, type: 'text/plain', status }) as const
  const letter = file('letter', 'ready')
  const added = [file('long', 'reading'), letter, file('photo', 'no_text'), file('broken', 'failed')]
  assert.deepEqual(
    filesToAsk(letter, added).map(({ id }) => id),
    ['letter', 'long', 'photo'],
  )
  assert.deepEqual(filesToAsk(letter, [])[0], { id: 'letter', name: 'letter.txt', type: 'text/plain' })
})

test('messages that an older page repeats appear once', () => {
  const view = {
    ...two,
    nextCursor: null,
    sequence: 1,
    disclaimer: '',
    isAnswering: false,
    snippet: null,
    createdAt: '',
    updatedAt: '',
  }
  const joined = withEarlier(chat([answer('a1', 'q1'), message('q2', 'a1')]), { ...view, messages: two.messages })
  assert.deepEqual(ids(joined), ['q1', 'a1', 'q2'])
})

test('ignores an event that the conversation was loaded with, or that comes twice', () => {
  const open = chat([message('q1', null), answer('a1', 'q1', { content: 'One ', status: 'streaming' })])
  const delta = { event: 'delta', data: { messageId: 'a1', text: 'two' } } as const
  assert.equal(afterEvent(open, delta, open.sequence), open)
  const next = afterEvent(open, delta, open.sequence + 3)
  assert.equal(next?.messages[1]?.content, 'One two')
  assert.equal(next && afterEvent(next, delta, open.sequence + 3), next)
})
