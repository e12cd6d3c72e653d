import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import type { Clock } from '../../platform/clock.ts'
import { answers, createApi, createRoute, jsonBody } from '../../platform/http.ts'
import { writeInstant } from '../../platform/instant.ts'
import { shownMessage } from '../message/shown-domain.ts'
import { BuyerMessageForm, BuyerThread, Thread, type ThreadEntry, ThreadMessageForm, ThreadRead } from './contract.ts'
import type { BuyerReads, ReadThread, ThreadService } from './service.ts'

const params = z.object({ id: z.uuid() })
const token = z.object({ token: z.string().max(100) })
const ofAgent = { security: allow.signedIn, tags: ['Threads'] }
const ofBuyer = { security: allow.everyone, tags: ['Threads'] }
const mine = { 404: 'No such showing of yours' }
const unwritten = {
  400: 'The text is missing or too long',
  409: 'The thread is closed, or the message cannot reach them',
  429: 'Too many messages',
}

const getThread = createRoute({
  method: 'get',
  path: '/api/showingbooker/bookings/{id}/thread',
  operationId: 'getThread',
  ...ofAgent,
  summary: 'Get everything we sent the buyer about a showing, and what you and the buyer wrote',
  request: { params },
  responses: answers(200, Thread, mine),
})

const write = createRoute({
  method: 'post',
  path: '/api/showingbooker/bookings/{id}/thread',
  operationId: 'writeToBuyer',
  ...ofAgent,
  limit: { perMinute: 20, sharedAs: 'write-message' },
  idempotencyKeyOf: 'account',
  summary: 'Write a short message to the buyer, by text, by email, or both',
  request: { params, ...jsonBody(ThreadMessageForm) },
  responses: answers(201, Thread, { ...mine, ...unwritten, 403: 'Only the agent of the showing may write' }),
})

const markRead = createRoute({
  method: 'post',
  path: '/api/showingbooker/bookings/{id}/thread/read',
  operationId: 'markThreadRead',
  ...ofAgent,
  summary: "Mark the buyer's messages as read",
  request: { params, ...jsonBody(ThreadRead) },
  responses: answers(200, z.object({ read: z.literal(true) }), { ...mine, 400: 'No such message' }),
})

const getBuyerThread = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/booking/{token}/thread',
  operationId: 'getBuyerThread',
  ...ofBuyer,
  limit: { perMinute: 120 },
  summary: "Get what the buyer and the agent wrote, with the token of the buyer's link",
  request: { params: token },
  responses: answers(200, BuyerThread, { 404: 'No such booking' }),
})

const writeAsBuyer = createRoute({
  method: 'post',
  path: '/api/showingbooker/public/booking/{token}/thread',
  operationId: 'writeToAgent',
  ...ofBuyer,
  limit: { perMinute: 20, sharedAs: 'write-message' },
  idempotencyKeyOf: 'address',
  summary: 'Write a short message to the agent',
  request: { params: token, ...jsonBody(BuyerMessageForm) },
  responses: answers(201, BuyerThread, { ...unwritten, 404: 'No such booking' }),
})

export function threadApi({ threads, clock }: { threads: ThreadService; clock: Clock }) {
  const api = createApi()

  const shown = (read: ReadThread): Thread => shownThread(read, clock.now())
  api.openapi(getThread, async (c) =>
    c.json(shown(await threads.read(await c.var.actor(), c.req.valid('param').id)), 200),
  )
  api.openapi(write, async (c) => {
    const actor = await c.var.actor()
    return c.json(shown(await threads.write(actor, c.req.valid('param').id, c.req.valid('json'))), 201)
  })
  api.openapi(markRead, async (c) => {
    await threads.markAsRead(await c.var.actor(), c.req.valid('param').id, c.req.valid('json').upTo)
    return c.json({ read: true as const }, 200)
  })
  api.openapi(getBuyerThread, async (c) =>
    c.json(shownToBuyer(await threads.readAsBuyer(c.req.valid('param').token)), 200),
  )
  api.openapi(writeAsBuyer, async (c) => {
    const { words } = c.req.valid('json')
    return c.json(shownToBuyer(await threads.writeAsBuyer(c.req.valid('param').token, words)), 201)
  })
  return api
}

function shownThread(read: ReadThread, now: Temporal.Instant): Thread {
  const { written, deliveries, refusal, refusals, textDueAt, frame } = read
  const sent = deliveries
    .filter(({ thread_message_id }) => thread_message_id === null)
    .map((row): ThreadEntry => {
      const delivery = shownMessage(row, now)
      const { subject, words } = row
      return { kind: 'sent', id: row.id, at: delivery.sentAt ?? delivery.plannedAt, subject, words, delivery }
    })
  const ofPeople = written.map(
    (row): ThreadEntry => ({
      kind: 'written',
      id: row.id,
      at: row.written_at.toISOString(),
      author: row.author,
      via: row.via,
      words: row.words,
      isUnread: row.author === 'buyer' && row.read_at === null,
      deliveries: deliveries
        .filter(({ thread_message_id }) => thread_message_id === row.id)
        .sort((one, other) => other.channel.localeCompare(one.channel))
        .map((one) => shownMessage(one, now)),
    }),
  )
  return {
    entries: [...sent, ...ofPeople].sort((one, other) => Date.parse(one.at) - Date.parse(other.at)),
    write: {
      refusal,
      sms: { refusal: refusals.sms, dueAt: textDueAt && writeInstant(textDueAt) },
      email: { refusal: refusals.email, dueAt: null },
      textBefore: frame.before,
      textAfter: frame.after,
    },
  }
}

const shownToBuyer = ({ written, refusal }: BuyerReads): BuyerThread => ({
  entries: written.map(({ id, written_at, author, words }) => ({ id, at: written_at.toISOString(), author, words })),
  refusal,
})
