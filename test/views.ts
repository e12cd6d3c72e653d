import { type NoticeView, noticeToEnter } from '../src/notice/entry-notice/messages.ts'
import type { BookingView } from '../src/notice/message/mail-messages.ts'

export type ShowingView = BookingView & NoticeView

/** Matches the buyer's token anywhere. */
export const TOKEN = 'Qx7mW2pLr9tVb4nKc8sJd6hFg3zYa1eU'
const SITE = 'https://showingbooker.example'
const OWN = `${SITE}/api/showingbooker/public/booking/${TOKEN}`

const confirmed: Omit<ShowingView, 'notice'> = {
  confirmationNumber: 'SB-7K2M9QXD',
  status: 'confirmed',
  startsAt: Temporal.Instant.from('2026-11-27T21:30:00Z'),
  endsAt: Temporal.Instant.from('2026-11-27T22:00:00Z'),
  preparedAt: Temporal.Instant.from('2026-11-20T18:00:00Z'),
  sentAt: Temporal.Instant.from('2026-11-20T18:00:00Z'),
  timeZone: 'America/Los_Angeles',
  property: {
    addressLine1: '2817 Alder Street',
    unitNumber: '3',
    city: 'Los Angeles',
    state: 'CA',
    zipCode: '90026',
    fullAddress: '2817 Alder Street, Unit 3, Los Angeles, CA 90026',
  },
  occupancy: 'resident',
  offer: 'rental',
  buyer: { name: 'Maria Gonzalez', email: 'maria.g@buyer.example', phone: '(213) 555-0177' },
  buyersAgent: { name: null, phone: null, email: null },
  requesterType: 'buyer',
  specialRequests: 'Please leave the garage open, or text me at 213-555-0177.',
  agent: {
    name: 'Dana Whitfield',
    phone: '(213) 555-0142',
    email: 'dana@agent.example',
    brokerage: 'Whitfield Realty',
    license: null,
  },
  resident: { name: 'Rosa Alvarez' },
  amountCents: 3500,
  mailUpgradeCents: 1000,
  paidAt: Temporal.Instant.from('2026-11-20T18:00:00Z'),
  movedFrom: null,
  isTestMode: false,
  decisionDueAt: Temporal.Instant.from('2026-11-22T18:00:00Z'),
  manageUrl: `${SITE}/showingbooker/booking/${TOKEN}`,
  receiptUrl: `${OWN}/receipt.pdf`,
  bookingPageUrl: `${SITE}/showingbooker/book/sample-occupied`,
  isListed: true,
  overlaps: [],
  shownBy: null,
  dashboardUrl: `${SITE}/calendar/showings/0198c0de-0000-7000-8000-000000000001`,
  serviceUrl: `${SITE}/overview/0198c0de-0000-7000-8000-000000000001/service`,
  noticeUrl: `${SITE}/api/showingbooker/public/notice/Nt5kP8wZ2mXc7vB4qR9jL6hT3yD1sGfA`,
  calendar: {
    google: 'https://calendar.google.com/calendar/render?action=TEMPLATE',
    outlook: 'https://outlook.live.com/calendar/0/deeplink/compose?rru=addevent',
    ics: `${OWN}/calendar.ics`,
  },
}

/**
 * Builds a view as the delivery job does. It has the notice only if the property is occupied and the showing is
 * confirmed.
 */
export function viewWith(change: Partial<ShowingView> = {}): ShowingView {
  const view = { ...confirmed, ...change } as ShowingView
  const isNoticed = view.status === 'confirmed' && view.occupancy !== 'vacant'
  return { ...view, noticeUrl: isNoticed ? view.noticeUrl : null, notice: isNoticed ? noticeToEnter(view) : null }
}
