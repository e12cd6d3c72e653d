import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import type { Clock } from '../../platform/clock.ts'
import { type AppContext, answers, createApi, createRoute, fileAnswers, jsonBody } from '../../platform/http.ts'
import { NotificationPage, ResendRequest, Resent, ResentChannel, resendChannels } from './contract.ts'
import type { MessageService } from './service.ts'
import { type ResendableMessage, shownMessage } from './shown-domain.ts'

const tags = ['Messages']
const params = z.object({ id: z.uuid() })
const failures = {
  404: 'No such booking or message of yours',
  409: 'It is being sent, is no longer needed, or is already in the mail',
  429: 'It was sent a moment ago, or too often',
}

const list = createRoute({
  method: 'get',
  path: '/api/showingbooker/bookings/{id}/notifications',
  operationId: 'listBookingMessages',
  security: allow.signedIn,
  tags,
  summary: 'List the messages of a booking and whether they arrived',
  request: { params },
  responses: answers(200, NotificationPage, { 404: 'No such booking of yours' }),
})

const resend = createRoute({
  method: 'post',
  path: '/api/showingbooker/notifications/{id}/resend',
  operationId: 'resendMessage',
  security: allow.signedIn,
  limit: { perMinute: 30 },
  tags,
  summary: 'Resend a message of a booking',
  request: { params },
  responses: answers(200, Resent, failures),
})

const resendChannel = createRoute({
  method: 'post',
  path: '/api/notifications/{channel}',
  operationId: 'resendChannelMessages',
  security: allow.signedIn,
  limit: { perMinute: 30 },
  tags,
  summary: "Resend a booking's messages on one channel",
  request: { params: z.object({ channel: z.enum(['sms', 'email', 'certified-mail']) }), ...jsonBody(ResendRequest) },
  responses: answers(200, ResentChannel, { 400: '`to` is not a person in this booking', ...failures }),
})

const received = answers(200, z.object({ received: z.literal(true) }), {
  403: 'The signature is wrong',
  404: 'The vendor is not connected',
})
const textStatus = createRoute({
  method: 'post',
  path: '/api/webhooks/twilio/status',
  operationId: 'receiveTextStatus',
  security: allow.everyone,
  tags,
  summary: 'Receive the delivery status of a text from Twilio, with its signature',
  responses: received,
})
const inboundText = createRoute({
  method: 'post',
  path: '/api/webhooks/twilio/inbound',
  operationId: 'receiveText',
  security: allow.everyone,
  tags,
  summary: 'Receive an incoming text from Twilio, with its signature; answers in TwiML',
  responses: fileAnswers('text/xml', { 403: 'Not signed by Twilio', 404: 'Twilio is not connected' }),
})
const letterEvent = createRoute({
  method: 'post',
  path: '/api/webhooks/lob',
  operationId: 'receiveLetterStatus',
  security: allow.everyone,
  tags,
  summary: 'Receive the delivery status of a letter from Lob, with its signature',
  responses: received,
})

export function messageApi(options: { messaging: MessageService; clock: Clock }) {
  const { messaging, clock } = options
  const api = createApi()

  const shown = (row: ResendableMessage) => shownMessage(row, clock.now())

  api.openapi(list, async (c) => {
    const rows = await messaging.list(await c.var.actor(), c.req.valid('param').id)
    return c.json({ notifications: rows.map(shown), nextCursor: null }, 200)
  })

  api.openapi(resend, async (c) => {
    const row = await messaging.resend(await c.var.actor(), c.req.valid('param').id)
    return c.json({ notification: shown(row) }, 200)
  })

  api.openapi(resendChannel, async (c) => {
    const channel = resendChannels[c.req.valid('param').channel]
    const { bookingId, to } = c.req.valid('json')
    // A resent letter goes to the same address. We ignore `to`, because it may spell that address differently.
    const wanted = typeof to === 'string' && channel !== 'certified_mail' ? to : null
    const rows = await messaging.resendChannel(await c.var.actor(), { channel, bookingId, to: wanted })
    const answer = { success: true as const, notifications: rows.map(shown) }
    const isLetter = channel === 'certified_mail'
    return c.json(isLetter ? { ...answer, trackingNumber: rows[0]?.tracking_number ?? null } : answer, 200)
  })

  const callOf = async (c: AppContext) => ({
    target: new URL(c.req.url).pathname + new URL(c.req.url).search,
    body: await c.req.text(),
    header: (name: string) => c.req.header(name),
  })
  api.openapi(textStatus, async (c) => {
    await messaging.receiveTextStatus(await callOf(c))
    return c.json({ received: true as const }, 200)
  })
  api.openapi(inboundText, async (c) =>
    c.body(await messaging.receiveText(await callOf(c)), 200, { 'content-type': 'text/xml; charset=utf-8' }),
  )
  api.openapi(letterEvent, async (c) => {
    await messaging.receiveLetterEvent(await callOf(c))
    return c.json({ received: true as const }, 200)
  })
  return api
}
