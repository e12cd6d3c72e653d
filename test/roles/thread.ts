import { type Answers, type Ask, everybody, owners, signedIn, writers } from './callers.ts'

const NOBODYS = '01900000-0000-7000-8000-000000000000'

/** Rows about messages between agents and buyers, and about how an agent gets them. */
export const threadRoutes: Record<string, [Answers, Ask]> = {
  'GET /api/showingbooker/message-choices': [signedIn, () => ({})],
  'PUT /api/showingbooker/message-choices/{topic}': [
    signedIn,
    () => ({ path: 'reminder', body: { sms: true, email: true } }),
  ],
  'GET /api/showingbooker/message-templates': [signedIn, () => ({})],
  'POST /api/showingbooker/message-templates': [
    writers(201),
    () => ({ body: { name: 'Parking', words: 'In front of {address}.' } }),
  ],
  'PUT /api/showingbooker/message-templates/{id}': [
    writers(404),
    () => ({ path: NOBODYS, body: { name: 'Parking', words: 'In front.' } }),
  ],
  'DELETE /api/showingbooker/message-templates/{id}': [writers(404), () => ({ path: NOBODYS })],
  'GET /api/showingbooker/properties/{id}/link-text': [owners, ({ home }) => ({ path: home.id })],
  // Their profiles have a phone number by then.
  'POST /api/showingbooker/properties/{id}/link-text': [
    { visitor: 401, owner: 202, stranger: 404, admin: 202 },
    ({ home }) => ({ path: home.id }),
  ],
  'GET /api/showingbooker/bookings/{id}/thread': [owners, ({ booking }) => ({ path: booking.id })],
  // Only the agent can write to the buyer.
  'POST /api/showingbooker/bookings/{id}/thread': [
    { visitor: 401, owner: 201, stranger: 404, admin: 403 },
    ({ booking }) => ({ path: booking.id, body: { words: 'Please ring twice.' } }),
  ],
  'POST /api/showingbooker/bookings/{id}/thread/read': [
    owners,
    ({ booking }) => ({ path: booking.id, body: { upTo: booking.id } }),
  ],
  'GET /api/showingbooker/public/booking/{token}/thread': [everybody(200), ({ token }) => ({ path: token })],
  'POST /api/showingbooker/public/booking/{token}/thread': [
    everybody(201),
    ({ token }) => ({ path: token, body: { words: 'Is there parking?' } }),
  ],
}
