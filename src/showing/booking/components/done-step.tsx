import { useCallback, useEffect, useState } from 'react'
import { api, bodyOf, isUnknown } from '../../../platform/api-client.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { keepTime } from '../../../ui/date-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import * as kit from '../../../ui/text/kit.ts'
import * as t from '../../text/booking.ts'
import type { Booking, BuyerPage } from '../contract.ts'
import { Confirmed } from './confirmed.tsx'
import type { SavedPayment } from './saved-payment.tsx'

type DoneStepProps = { payment: SavedPayment; booked: Booking | null; isDemo: boolean }

/** Shows the booking after the payment. It loads everything from the buyer's page, so that a reload shows the same. */
export function DoneStep({ payment, booked, isDemo }: DoneStepProps) {
  const { manageUrl, when, address } = payment
  const [page, setPage] = useState<BuyerPage | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [hasEnded, setHasEnded] = useState(false)
  const [isLoading, setIsLoading] = useState(false)
  const load = useCallback(async () => {
    setIsLoading(true)
    const token = manageUrl?.split('/').pop() ?? ''
    const params = { path: { token } }
    await api.GET('/api/showingbooker/public/booking/{token}', { params }).then(
      (answer) => setPage(bodyOf(answer)),
      (error) => {
        // The link has ended because someone corrected the email.
        setHasEnded(isUnknown(error))
        setHasFailed(true)
      },
    )
    setIsLoading(false)
  }, [manageUrl])
  useEffect(() => void load(), [load])
  useEffect(() => {
    // The buyer may come back here from their booking page, where they canceled the showing, and the browser may
    // restore its copy.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && void load()
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [load])
  // The answer to the payment has everything but the calendar links, and those are in the messages.
  const booking = page?.booking ?? booked
  const isOver = booking !== null && booking.status !== 'pending' && booking.status !== 'confirmed'
  useEffect(() => {
    if (isOver) window.location.replace(booking.manageUrl)
  }, [isOver, booking])
  if (hasEnded || (!booking && hasFailed))
    return (
      <Card title={t.bookedUnread()}>
        <Notice kind="warning" role="alert" title={hasEnded ? t.bookedElsewhere() : t.bookedUnreadWhy()} />
        <Facts
          facts={[
            { name: t.when(), value: keepTime(when) },
            { name: t.where(), value: address },
          ]}
        />
        {!hasEnded && (
          <>
            <Button busy={isLoading} onClick={load}>
              {kit.tryAgain()}
            </Button>
            {manageUrl && (
              <ButtonLink variant="secondary" href={manageUrl}>
                {t.seeBooking()}
              </ButtonLink>
            )}
          </>
        )}
      </Card>
    )
  if (!booking || isOver) return <Skeleton lines={5} label={t.loadingBooking()} />
  return (
    <Confirmed
      booking={booking}
      when={page?.when ?? when}
      address={address}
      calendar={page?.calendar ?? null}
      hasInstructions={page?.has_instructions ?? false}
      isDemo={isDemo}
    />
  )
}
