import { useEffect, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import * as t from '../../text/booking.ts'
import type { Booking, BuyerPage } from '../contract.ts'
import { Confirmed } from './confirmed.tsx'
import type { SavedPayment } from './saved-payment.tsx'

/** Everything about the booking comes from the buyer's own page, so that a reload shows the same. */
export function DoneStep({ payment, booked }: { payment: SavedPayment; booked: Booking | null }) {
  const { manageUrl, when, address } = payment
  const [page, setPage] = useState<BuyerPage | null>(null)
  useEffect(() => {
    const token = manageUrl?.split('/').pop() ?? ''
    api.GET('/api/showingbooker/public/booking/{token}', { params: { path: { token } } }).then(
      (answer) => setPage(bodyOf(answer)),
      // The booking is valid anyway. Its page and the messages have the calendar links.
      () => setPage(null),
    )
  }, [manageUrl])
  const booking = page?.booking ?? booked
  if (!booking) return <Skeleton lines={5} label={t.loadingBooking()} />
  return (
    <Confirmed
      booking={booking}
      when={page?.when ?? when}
      address={address}
      calendar={page?.calendar ?? null}
      hasInstructions={page?.has_instructions ?? false}
    />
  )
}
