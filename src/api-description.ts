import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from '@hono/zod-openapi'
import { allow } from './platform/callers.ts'
import { cookieName } from './platform/cookie.ts'
import { createRoute } from './platform/http.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}

const tags = [
  [
    'Account',
    'Sign-up, sign-in, sessions, two-step verification, passkeys, profiles, data export, and account deletion.',
  ],
  ['Administration', 'Accounts, agents, and operations, for admins.'],
  ['Booking', 'What a buyer needs: open times, the hold, the payment, and their booking page.'],
  ['Buyers', 'Visitors to your showings, with their history and your notes.'],
  ['Calendar', 'Showings by week, and the feed for calendar apps.'],
  ['Compliance', 'The permanent log of each property, its exports, and the evidence for a showing.'],
  ['Credits', 'What images cost, packs of credits, and the monthly plan.'],
  ['Dashboard', 'Totals, recent activity, and reports.'],
  ['Demo', 'The sample property and the demo booking.'],
  ['Feedback', 'What visitors say after a showing.'],
  ['Gallery', 'Public images, creators, and following.'],
  ['Messages', 'Emails, texts, and letters of a booking, and what carriers report about them.'],
  ['Moderation', 'Reports, removals, and appeals of images.'],
  ['Operation', 'The health of the server, and this document.'],
  ['Oracle', 'Questions about uploaded documents. Every call needs the access code.'],
  ["Owner's link", 'A read-only report for the owner of a property.'],
  ['Proof of service', 'How a notice to enter was served.'],
  ['Properties', 'Properties that are shown, and their photos.'],
  ['Sharing', 'The share page of a property, its QR code, and its flyer.'],
  ['Showings', 'Bookings of your properties: decide on them, mark them, export them.'],
  ['Studio', 'Drawing and keeping images.'],
  ['Test mode', 'The built-in payment provider and message store. Absent if real ones are connected.'],
  ['Threads', 'Messages between agent and buyer about a showing, and the templates for them.'],
].map(([name = '', description = '']) => ({ name, description }))

export const documentHead = (publicUrl: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'ShowingBooker',
    version,
    description:
      'Private showings: booking, payment, notice, and proof. Amounts are US cents; dates and times are local to the property; instants are UTC with milliseconds. Every failure has the shape `Error`.',
    termsOfService: new URL('/terms', publicUrl).href,
    contact: { name: 'Support', url: new URL('/support', publicUrl).href },
    license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
  },
  servers: [{ url: new URL(publicUrl).origin, description: 'This installation' }],
  tags,
})

const cookie = (name: string, description: string) => ({
  type: 'apiKey' as const,
  in: 'cookie' as const,
  name,
  description,
})
const token = (description: string) => ({
  type: 'http' as const,
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description,
})

/** Describes the schemes that a route's `security` names. */
export function securitySchemes(publicUrl: string) {
  const isTls = publicUrl.startsWith('https:')
  const session = `${cookieName('showingbooker', isTls)}.session_token`
  return {
    session: cookie(session, 'The sign-in cookie. Calls that change something must come from our own pages.'),
    adminSession: cookie(session, "An admin's cookie."),
    adultSession: cookie(session, 'The cookie of a person who has confirmed their age by `POST /studio/age`.'),
    bearer: token('A token from `GET /api/auth/token`, good for 15 minutes.'),
    adminBearer: token("An admin's token."),
    adultBearer: token('The token of a person who has confirmed their age by `POST /studio/age`.'),
    oracleAccess: cookie(
      cookieName('showingbooker.access_oracle', isTls),
      'Set by `POST /api/access/oracle` if the code is right.',
    ),
  }
}

export const getDocument = createRoute({
  method: 'get',
  path: '/api/openapi.json',
  operationId: 'getApiDocument',
  security: allow.everyone,
  tags: ['Operation'],
  summary: 'This document',
  responses: {
    200: {
      description: 'The description of the API (OpenAPI 3.1)',
      content: { 'application/json': { schema: z.unknown() } },
    },
  },
})
