import { type Answers, type Ask, admins, everybody, owners, signedIn, writers } from './callers.ts'

const ofHome: Ask = ({ home }) => ({ path: home.id })
const ofBuyer: Ask = ({ booking }) => ({ path: booking.id })
const byPhone: Ask = ({ home }) => ({
  body: {
    propertyId: home.id,
    showingDate: '2026-01-01',
    showingTime: '10:00',
    buyerName: 'Paula',
    buyerPhone: '2135550177',
  },
})
const guessed: Ask = () => ({ path: 'x'.repeat(32) })
const answers = { interest: 'yes', price: 'right', condition: 'better' }

/** Showings booked by hand, buyers, feedback, and the links of owners and residents. */
export const peopleRoutes: Record<string, [Answers, Ask]> = {
  'POST /api/showingbooker/bookings': [{ ...owners, owner: 400, admin: 400 }, byPhone],
  'POST /api/showingbooker/pay-links': [{ ...owners, owner: 400, admin: 400 }, byPhone],
  'GET /api/showingbooker/pay-links': [signedIn, () => ({})],
  // The link is paid. src/showing/booking/pay-link-service.test.ts tests unpaid ones.
  'POST /api/showingbooker/pay-links/{id}/send-again': [writers(404), ({ booking }) => ({ path: booking.id })],
  'POST /api/showingbooker/pay-links/{id}/release': [writers(404), ({ booking }) => ({ path: booking.id })],
  'POST /api/payments/hold/{clientSecret}/agree': [
    everybody(200),
    ({ clientSecret }) => ({ path: clientSecret, body: { agreeToTerms: true } }),
  ],
  'POST /api/showingbooker/bookings/{id}/email': [
    { ...admins, admin: 400 },
    ({ booking }) => ({ path: booking.id, body: { email: 'bea' } }),
  ],
  'GET /api/showingbooker/buyers': [signedIn, () => ({})],
  'GET /api/showingbooker/buyers/{id}': [owners, ofBuyer],
  'PUT /api/showingbooker/buyers/{id}/note': [owners, (scene) => ({ ...ofBuyer(scene), body: { note: 'Likes it.' } })],
  'GET /api/showingbooker/properties/{id}/feedback': [owners, ofHome],
  'GET /api/showingbooker/properties/{id}/owner-link': [owners, ofHome],
  'POST /api/showingbooker/properties/{id}/owner-link': [{ ...owners, owner: 201, admin: 201 }, ofHome],
  'DELETE /api/showingbooker/properties/{id}/owner-link': [owners, ofHome],
  'GET /api/showingbooker/public/notice/{token}': [
    everybody(200),
    ({ noticePath }) => ({ path: noticePath.split('/').at(-1) }),
  ],
  // A guessed link shows nothing to anyone.
  'GET /api/showingbooker/public/feedback/{token}': [everybody(404), guessed],
  'POST /api/showingbooker/public/feedback/{token}': [
    everybody(404),
    (scene) => ({ ...guessed(scene), body: answers }),
  ],
  'GET /api/showingbooker/public/owner/{token}': [everybody(404), guessed],
}
