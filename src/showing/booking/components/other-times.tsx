import { useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { nearInstantName } from '../../../ui/date-names.ts'
import { keepTime } from '../../../ui/date-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import * as t from '../../text/booking.ts'
import type { Alternative, BuyerPage } from '../contract.ts'
import styles from './answer-proposal.module.css'

/**
 * Lets the buyer of a declined request book a time that the agent
 * offers. Unless the showing is free, they pay on the next page.
 */
export function OtherTimes({ page }: { page: BuyerPage }) {
  const { booking, otherTimes, property } = page
  const [holding, setHolding] = useState<string>()
  const [fault, setFault] = useState<string>()
  if (otherTimes.length === 0) return null
  // A visitor who phoned may have left only a phone number or an email. The booking page asks for the rest and for
  // consent to the terms.
  const isFree = booking.amount === 0
  const isKnown = isFree || (booking.buyerEmail !== '' && booking.buyerPhone !== '')
  const token = booking.manageUrl.split('/').pop() ?? ''

  async function book({ date, time, startsAt }: Alternative) {
    setHolding(startsAt)
    setFault(undefined)
    try {
      const path = '/api/showingbooker/public/booking/{token}/book-offered'
      const body = { showingDate: date, showingTime: time }
      const { payUrl, manageUrl } = bodyOf(await api.POST(path, { params: { path: { token } }, body }))
      window.location.assign(payUrl ?? manageUrl ?? '')
    } catch (error) {
      setFault((error as Error).message)
      setHolding(undefined)
    }
  }
  return (
    <Card title={t.agentOffers({ by: page.endedByAdmin ? 'admin' : 'agent' })}>
      <p>{isFree ? t.agentOffersFree() : isKnown ? t.agentOffersHow() : t.agentOffersOnPage()}</p>
      {fault && <Notice kind="error" role="alert" title={fault} />}
      <div className={styles.answers}>
        {otherTimes.map((start) => {
          const label = t.bookOffered({ when: keepTime(nearInstantName(start.startsAt, booking.time_zone)) })
          return isKnown ? (
            <Button
              key={start.startsAt}
              wide
              busy={holding === start.startsAt}
              disabled={holding !== undefined}
              onClick={() => book(start)}
            >
              {label}
            </Button>
          ) : (
            <ButtonLink key={start.startsAt} wide href={`/showingbooker/book/${encodeURIComponent(property.slug)}`}>
              {label}
            </ButtonLink>
          )
        })}
      </div>
    </Card>
  )
}
