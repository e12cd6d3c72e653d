import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, fileAnswers, pageQuery } from '../../platform/http.ts'
import { pdfHeaders } from '../../platform/pdf-document.ts'
import { OutboxPage } from './contract.ts'
import type { Outbox } from './service.ts'

const absent = { 404: 'No such message, or it has none' }

const list = createRoute({
  method: 'get',
  path: '/api/dev/outbox',
  operationId: 'listOutbox',
  security: allow.admins,
  tags: ['Test mode'],
  summary: 'List messages in the embedded store, newest first',
  request: {
    query: z.object({
      bookingId: z.uuid().optional(),
      q: z
        .string()
        .trim()
        .max(200)
        .optional()
        .openapi({ description: 'A confirmation number, a booking id, or part of a recipient.' }),
      limit: pageQuery.limit,
      cursor: z.uuid().optional(),
    }),
  },
  responses: answers(200, OutboxPage),
})

const getPdf = createRoute({
  method: 'get',
  path: '/api/dev/outbox/{id}/pdf',
  operationId: 'getOutboxPdf',
  security: allow.admins,
  tags: ['Test mode'],
  summary: "Download a message's letter or notice (PDF)",
  request: { params: z.object({ id: z.uuid() }) },
  responses: fileAnswers('application/pdf', absent),
})

const getHtml = createRoute({
  method: 'get',
  path: '/api/dev/outbox/{id}/html',
  operationId: 'getOutboxHtml',
  security: allow.admins,
  tags: ['Test mode'],
  summary:
    'Get an email as its reader sees it (`copy`: as the Cc recipients see it; `own`: as a recipient with another language sees it)',
  request: {
    params: z.object({ id: z.uuid() }),
    query: z.object({ copy: z.stringbool().optional(), own: z.stringbool().optional() }),
  },
  responses: fileAnswers('text/html', absent),
})

const getInvite = createRoute({
  method: 'get',
  path: '/api/dev/outbox/{id}/invite.ics',
  operationId: 'getOutboxInvite',
  security: allow.admins,
  tags: ['Test mode'],
  summary: "Get an email's calendar file (RFC 5546; `copy` selects the Cc recipient, counted from 0)",
  request: { params: z.object({ id: z.uuid() }), query: z.object({ copy: z.coerce.number().int().min(0).optional() }) },
  responses: fileAnswers('text/calendar', absent),
})

/** An email may use only its own styles. It runs no scripts, loads no outside pictures, and shows only in our frame. */
const MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'"

/** Builds the outbox API, which exists only if messages go to the embedded store. */
export function outboxApi({ outbox }: { outbox: Outbox }) {
  const api = createApi()
  api.openapi(list, async (c) => {
    const { bookingId = null, q, ...asked } = c.req.valid('query')
    const page = await outbox.list(await c.var.actor(), { ...asked, bookingId, words: q || null })
    const messages = page.messages.map((message) => ({
      id: message.id,
      bookingId: message.booking_id,
      channel: message.channel,
      role: message.role,
      from: message.sender as string | null,
      to: message.recipient as string,
      cc: message.cc,
      subject: message.subject,
      text: message.text,
      html: message.html,
      replyTo: message.reply_to,
      copy: message.copy,
      calendar: message.calendar,
      pdfUrl: message.attachment_key && `/api/dev/outbox/${message.id}/pdf`,
      status: message.status,
      sentAt: message.sent_at.toISOString(),
    }))
    return c.json({ messages, nextCursor: page.nextCursor }, 200)
  })
  api.openapi(getHtml, async (c) => {
    const { copy = false, own = false } = c.req.valid('query')
    const html = await outbox.html(await c.var.actor(), c.req.valid('param').id, { copy, own })
    return c.body(html, 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': MAIL_POLICY,
      'X-Frame-Options': 'SAMEORIGIN',
    })
  })
  api.openapi(getInvite, async (c) => {
    const { copy } = c.req.valid('query')
    const { method, content } = await outbox.invite(await c.var.actor(), c.req.valid('param').id, {
      copy: copy ?? null,
    })
    return c.body(content, 200, {
      'Content-Type': `text/calendar; charset=utf-8; method=${method}`,
      'Content-Disposition': 'attachment; filename="invite.ics"',
    })
  })
  api.openapi(getPdf, async (c) => {
    const { bytes } = await outbox.attachment(await c.var.actor(), c.req.valid('param').id)
    return c.body(bytes, 200, pdfHeaders('letter'))
  })
  return api
}
