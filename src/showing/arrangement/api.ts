import { z } from '@hono/zod-openapi'
import { payUrlOf } from '../../money/payment/domain.ts'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonBody, jsonOrNothing, optionalJsonBody } from '../../platform/http.ts'
import { viewerOf } from '../../platform/viewer.ts'
import type { BuyerService } from '../booking/buyer-service.ts'
import type { ByHandService } from '../booking/by-hand-service.ts'
import { BuyerPage, RescheduleForm, ShowingRecord } from '../booking/contract.ts'
import { manageUrlOf } from '../booking/domain.ts'
import type { EmailService } from '../booking/email-service.ts'
import type { LateService } from '../booking/late-service.ts'
import type { OfferService } from '../booking/offer-service.ts'
import type { PayLinkService } from '../booking/pay-link-service.ts'
import type { ProposalService } from '../booking/proposal-service.ts'
import { DECIDING, HOLDING } from '../booking/request-limit-domain.ts'
import type { ShowingService } from '../booking/showing-service.ts'
import type { ShownByService } from '../booking/shown-by-service.ts'
import {
  Agreement,
  Assignment,
  Decline,
  EmailCorrection,
  EmailForBuyer,
  EntryInstructions,
  HandBooking,
  Late,
  OfferedHold,
  PayLink,
  PayLinks,
  Proposal,
  ProposalAnswer,
} from './contract.ts'

const ofAgent = { security: allow.signedIn, tags: ['Showings'] }
const params = z.object({ id: z.uuid() })
const faults = { 400: 'A field is invalid; each issue names its field' }
const unknown = { 404: 'No such booking' }

const runLate = createRoute({
  method: 'post',
  path: '/api/showingbooker/bookings/{id}/running-late',
  operationId: 'runLate',
  ...ofAgent,
  limit: DECIDING,
  summary: 'Tell the buyer that you are late, from an hour before the start until the end, once for each amount',
  request: { params, ...jsonBody(Late) },
  responses: answers(200, ShowingRecord, {
    ...faults,
    ...unknown,
    409: 'It is too early or too late, the buyer was already told, or no message can reach them now',
  }),
})

const assign = createRoute({
  method: 'put',
  path: '/api/showingbooker/bookings/{id}/shown-by',
  operationId: 'assignBooking',
  ...ofAgent,
  limit: DECIDING,
  summary: 'Set who shows a booking; if someone else does, it takes none of your own time',
  request: { params, ...jsonBody(Assignment) },
  responses: answers(200, ShowingRecord, {
    ...faults,
    ...unknown,
    409: 'It is over, or you show another property then, which `booking` names',
  }),
})

const proposeMove = createRoute({
  method: 'post',
  path: '/api/showingbooker/bookings/{id}/propose-move',
  operationId: 'proposeMove',
  ...ofAgent,
  limit: DECIDING,
  summary: 'Propose a new time for a confirmed showing; it is held until the buyer answers',
  request: { params, ...jsonBody(Proposal) },
  responses: answers(200, ShowingRecord, {
    ...faults,
    ...unknown,
    409: 'Not possible in the current state, or the slot is taken; if taken, `alternatives` has three open ones',
  }),
})

const withdrawMove = createRoute({
  method: 'post',
  path: '/api/showingbooker/bookings/{id}/withdraw-move',
  operationId: 'withdrawMove',
  ...ofAgent,
  limit: DECIDING,
  summary: 'Withdraw the new time that you proposed',
  request: { params },
  responses: answers(200, ShowingRecord, { ...faults, ...unknown, 409: 'No question is open' }),
})

const answerMove = createRoute({
  method: 'post',
  path: '/api/showingbooker/public/booking/{token}/answer-move',
  operationId: 'answerMove',
  security: allow.everyone,
  limit: { perMinute: 30, sharedAs: 'own-booking' },
  tags: ['Booking'],
  summary: 'Agree to the new time that the agent proposed, or keep the old one; the payment stays',
  request: { params: z.object({ token: z.string().max(100) }), ...jsonBody(ProposalAnswer) },
  responses: answers(200, BuyerPage, {
    ...faults,
    ...unknown,
    409: 'The question was answered or has ended, or the showing has changed',
  }),
})

const viewInstructions = createRoute({
  method: 'post',
  path: '/api/showingbooker/public/booking/{token}/instructions',
  operationId: 'viewEntryInstructions',
  security: allow.everyone,
  limit: { perMinute: 60 },
  tags: ['Booking'],
  summary:
    'Read the entry instructions, from an hour before the start until the end; logs each view, and bots get none',
  request: { params: z.object({ token: z.string().max(100) }) },
  responses: answers(200, EntryInstructions, unknown),
})

const decline = createRoute({
  method: 'post',
  path: '/api/showingbooker/bookings/{id}/decline',
  operationId: 'declineBooking',
  ...ofAgent,
  limit: DECIDING,
  summary: 'Decline a showing, which releases the authorization. You can offer up to three open times instead',
  middleware: jsonOrNothing,
  request: { params, ...optionalJsonBody(Decline) },
  responses: answers(200, ShowingRecord, {
    ...faults,
    ...unknown,
    409: "Not possible in the booking's current state, which `status` names, or an offered time is taken",
  }),
})

const bookOffered = createRoute({
  method: 'post',
  path: '/api/showingbooker/public/booking/{token}/book-offered',
  operationId: 'bookOfferedTime',
  security: allow.everyone,
  limit: HOLDING,
  idempotencyKeyOf: 'address',
  tags: ['Booking'],
  summary:
    'Hold a time that the agent offered, with the details of the declined request; the answer has the link to pay. A free showing is booked',
  request: { params: z.object({ token: z.string().max(100) }), ...jsonBody(RescheduleForm) },
  responses: answers(201, OfferedHold, {
    400: 'That time is not offered, or another one is booked',
    ...unknown,
    409: 'The slot is taken (`alternatives` has three free ones), the agent cannot be reached, or another offered time is paid (`already_paid`, with its `manageUrl`)',
    429: 'Too many holds or requests',
    503: 'The payment provider cannot be reached; nothing is held',
  }),
})

const correctEmail = createRoute({
  method: 'post',
  path: '/api/showingbooker/public/booking/{token}/email',
  operationId: 'correctBuyerEmail',
  security: allow.everyone,
  limit: { perMinute: 30 },
  tags: ['Booking'],
  summary:
    "Correct the buyer's email. The new address gets the confirmation, and the old one a notice of the change. The old link ends; the answer has the new one (`manageUrl`)",
  request: { params: z.object({ token: z.string().max(100) }), ...jsonBody(EmailCorrection) },
  responses: answers(200, BuyerPage, {
    ...faults,
    ...unknown,
    409: 'A demo keeps its email',
    429: 'Too many changes or requests',
  }),
})

const correctEmailForBuyer = createRoute({
  method: 'post',
  path: '/api/showingbooker/bookings/{id}/email',
  operationId: 'correctEmailForBuyer',
  security: allow.admins,
  limit: DECIDING,
  tags: ['Administration'],
  summary: 'Correct the email for a buyer who called. The old link ends, and the buyer gets a new one',
  request: { params, ...jsonBody(EmailForBuyer) },
  responses: answers(200, ShowingRecord, { ...faults, 403: 'Admins only', ...unknown, 409: 'A demo keeps its email' }),
})

const bookByHand = createRoute({
  method: 'post',
  path: '/api/showingbooker/bookings',
  operationId: 'bookByHand',
  ...ofAgent,
  limit: DECIDING,
  idempotencyKeyOf: 'account',
  summary: 'Book a free showing at your property for a visitor who phoned; it is confirmed at once',
  request: jsonBody(HandBooking),
  responses: answers(201, ShowingRecord, {
    ...faults,
    404: 'No such listed property of yours',
    409: 'The slot is taken (`alternatives` has three free ones), or no one can be reached for the property',
    429: 'The visitor or your account has too many bookings by hand and pay links (`Retry-After`), or too many requests',
  }),
})

const noLink = { 404: 'No such link of yours that can still be paid' }

const sendPayLink = createRoute({
  method: 'post',
  path: '/api/showingbooker/pay-links',
  operationId: 'sendPayLink',
  ...ofAgent,
  limit: DECIDING,
  idempotencyKeyOf: 'account',
  summary: 'Hold a slot at your property for a visitor who phoned, and send them a link to pay for it',
  request: jsonBody(HandBooking),
  responses: answers(201, PayLink, {
    ...faults,
    404: 'No such listed property of yours',
    409: 'The slot is taken (`alternatives` has three free ones), or no one can be reached for the property',
    429: 'The visitor has too many holds, or the visitor or your account too many bookings and links, or too many requests',
    503: 'The payment provider cannot be reached; nothing is held',
  }),
})

const listPayLinks = createRoute({
  method: 'get',
  path: '/api/showingbooker/pay-links',
  operationId: 'listPayLinks',
  ...ofAgent,
  summary: 'List the slots that you hold for visitors who have a link to pay',
  responses: answers(200, PayLinks),
})

const sendPayLinkAgain = createRoute({
  method: 'post',
  path: '/api/showingbooker/pay-links/{id}/send-again',
  operationId: 'sendPayLinkAgain',
  ...ofAgent,
  limit: DECIDING,
  summary: 'Resend the same link; this does not extend the hold',
  request: { params },
  responses: answers(200, PayLink, { ...faults, ...noLink, 429: 'Sent a moment ago, or too often' }),
})

const releasePayLink = createRoute({
  method: 'post',
  path: '/api/showingbooker/pay-links/{id}/release',
  operationId: 'releasePayLink',
  ...ofAgent,
  limit: DECIDING,
  summary: 'End a link, free its slot, and tell the visitor',
  request: { params },
  responses: {
    ...answers(204, z.never(), {
      ...faults,
      ...noLink,
      409: 'It is being paid',
      503: 'The payment provider cannot be reached; the slot stays held',
    }),
    204: { description: 'Released' },
  },
})

const agreeToTerms = createRoute({
  method: 'post',
  path: '/api/payments/hold/{clientSecret}/agree',
  operationId: 'agreeToTerms',
  security: allow.everyone,
  limit: { perMinute: 30, sharedAs: 'own-booking' },
  tags: ['Booking'],
  summary: 'Agree to the terms as a visitor who has a link to pay',
  request: { params: z.object({ clientSecret: z.string().max(255) }), ...jsonBody(Agreement) },
  responses: answers(200, Agreement, {
    400: 'The visitor did not agree to the terms',
    404: 'No such hold',
    410: 'The hold has ended',
  }),
})

/** Builds the routes for what an agent and a visitor arrange with each other. */
export function arrangementApi(options: {
  lateness: LateService
  shownBy: ShownByService
  proposals: ProposalService
  offers: OfferService
  emails: EmailService
  byHand: ByHandService
  payLinks: PayLinkService
  showings: ShowingService
  buyers: BuyerService
  publicUrl: string
}) {
  const { lateness, shownBy, proposals, offers, emails, byHand, payLinks, showings, buyers } = options
  const api = createApi()
  api.openapi(runLate, async (c) => {
    const actor = await c.var.actor()
    const { id } = c.req.valid('param')
    await lateness.runLate(actor, id, c.req.valid('json').minutes)
    return c.json(await showings.get(actor, id), 200)
  })
  api.openapi(assign, async (c) => {
    const actor = await c.var.actor()
    const { id } = c.req.valid('param')
    await shownBy.assign(actor, id, c.req.valid('json').name)
    return c.json(await showings.get(actor, id), 200)
  })
  api.openapi(proposeMove, async (c) => {
    const actor = await c.var.actor()
    const { id } = c.req.valid('param')
    await proposals.propose(actor, id, c.req.valid('json'))
    return c.json(await showings.get(actor, id), 200)
  })
  api.openapi(withdrawMove, async (c) => {
    const actor = await c.var.actor()
    const { id } = c.req.valid('param')
    await proposals.withdraw(actor, id)
    return c.json(await showings.get(actor, id), 200)
  })
  api.openapi(answerMove, async (c) => {
    const { token } = c.req.valid('param')
    await proposals.answer(token, c.req.valid('json'))
    return c.json(await buyers.getPage(token), 200)
  })
  api.openapi(viewInstructions, async (c) => {
    const showing_instructions = await buyers.viewInstructions(c.req.valid('param').token, viewerOf(c))
    return c.json({ showing_instructions }, 200)
  })
  api.openapi(decline, async (c) => {
    const actor = await c.var.actor()
    const { id } = c.req.valid('param')
    await offers.decline(actor, id, c.req.valid('json') ?? {})
    return c.json(await showings.get(actor, id), 200)
  })
  api.openapi(bookOffered, async (c) => {
    const { token } = c.req.valid('param')
    const held = await offers.bookOffered(token, c.req.valid('json'), c.var.clientAddress)
    const { publicUrl } = options
    return c.json(
      held.clientSecret === null
        ? { payUrl: null, manageUrl: manageUrlOf(publicUrl, held.manageToken) }
        : { payUrl: payUrlOf(publicUrl, held.clientSecret), manageUrl: null },
      201,
    )
  })
  api.openapi(correctEmail, async (c) => {
    const { token } = c.req.valid('param')
    const { email, nextToken } = c.req.valid('json')
    return c.json(await buyers.getPage(await emails.correct(token, email, nextToken)), 200)
  })
  api.openapi(correctEmailForBuyer, async (c) => {
    const actor = await c.var.actor()
    const { id } = c.req.valid('param')
    await emails.correctForBuyer(actor, id, c.req.valid('json').email)
    return c.json(await showings.get(actor, id), 200)
  })
  api.openapi(bookByHand, async (c) => {
    const actor = await c.var.actor()
    const id = await byHand.bookByHand(actor, c.req.valid('json'))
    return c.json(await showings.get(actor, id), 201)
  })
  api.openapi(sendPayLink, async (c) => c.json(await payLinks.open(await c.var.actor(), c.req.valid('json')), 201))
  api.openapi(listPayLinks, async (c) => c.json({ payLinks: await payLinks.list(await c.var.actor()) }, 200))
  api.openapi(sendPayLinkAgain, async (c) =>
    c.json(await payLinks.sendAgain(await c.var.actor(), c.req.valid('param').id), 200),
  )
  api.openapi(releasePayLink, async (c) => {
    await payLinks.release(await c.var.actor(), c.req.valid('param').id)
    return c.body(null, 204)
  })
  api.openapi(agreeToTerms, async (c) => {
    await buyers.agree(c.req.valid('param').clientSecret)
    return c.json(c.req.valid('json'), 200)
  })
  return api
}
