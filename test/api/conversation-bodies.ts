import { randomInt, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { TestApp } from '../app.ts'
import type { Sample } from './sample.ts'

/** Returns sample bodies for what agent and buyer write and answer about this showing. `token`: its link. */
export async function conversationBodies(
  app: TestApp,
  { showingId, headers }: { showingId: string; headers: Record<string, string> },
): Promise<Record<string, Sample>> {
  const token = showingId.replaceAll('-', '')
  await sql`update booking set manage_token = ${token} where id = ${showingId}`.execute(app.db)
  const template = async () => ({ name: `Parking ${randomInt(1e9)}`, words: 'Hi {name}, park in front of {address}.' })
  const { body } = await app.call('POST', '/api/showingbooker/message-templates', await template(), headers)
  const booking = `/api/showingbooker/bookings/${showingId}`
  return {
    '/api/showingbooker/bookings/{id}/thread': {
      make: async () => ({ words: `Ring twice, ${randomInt(1e9)}.`, by: ['email'] }),
      status: 201,
      path: `${booking}/thread`,
    },
    '/api/showingbooker/bookings/{id}/thread/read': {
      make: async () => ({ upTo: randomUUIDv7() }),
      status: 200,
      path: `${booking}/thread/read`,
    },
    '/api/showingbooker/public/booking/{token}/thread': {
      make: async () => ({ words: `Where do I park, ${randomInt(1e9)}?` }),
      status: 201,
      path: `/api/showingbooker/public/booking/${token}/thread`,
    },
    'PUT /api/showingbooker/message-choices/{topic}': {
      make: async () => ({ sms: true, email: true }),
      status: 200,
      path: '/api/showingbooker/message-choices/booking',
    },
    '/api/showingbooker/message-templates': {
      async make() {
        await sql`delete from message_template where id <> ${body.id}`.execute(app.db)
        return template()
      },
      status: 201,
    },
    'PUT /api/showingbooker/message-templates/{id}': {
      async make() {
        const { rows } = await sql`select name, words from message_template where id = ${body.id}`.execute(app.db)
        return { ...(await template()), seen: rows[0] }
      },
      status: 200,
      path: `/api/showingbooker/message-templates/${body.id}`,
    },
    // The showing starts days from now.
    '/api/showingbooker/bookings/{id}/running-late': {
      make: async () => ({ minutes: 10 }),
      status: 409,
      path: `${booking}/running-late`,
    },
    'PUT /api/showingbooker/bookings/{id}/shown-by': {
      make: async () => ({ name: 'Dana' }),
      status: 200,
      path: `${booking}/shown-by`,
    },
    // No such booking exists. A correction would end the link that the other samples use.
    '/api/showingbooker/bookings/{id}/email': {
      make: async () => ({ email: 'bea@typo.example.com' }),
      status: 404,
      isForAdmins: true,
      path: `/api/showingbooker/bookings/${randomUUIDv7()}/email`,
    },
    // We never sent this link.
    '/api/showingbooker/public/feedback/{token}': {
      make: async () => ({ interest: 'yes', price: 'right', condition: 'better', comment: 'Bright.' }),
      status: 404,
      path: '/api/showingbooker/public/feedback/of-nobody',
    },
    'PUT /api/showingbooker/buyers/{id}/note': {
      make: async () => ({ note: `Likes gardens ${randomInt(1e9)}` }),
      status: 200,
      path: `/api/showingbooker/buyers/${showingId}/note`,
    },
  }
}
