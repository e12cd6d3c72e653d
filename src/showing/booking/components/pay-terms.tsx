import { useRef, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { Countdown } from '../../../ui/countdown.tsx'
import { keepTime } from '../../../ui/date-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import { rich } from '../../../ui/rich.ts'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import * as t from '../../text/booking.ts'
import type { Hold } from '../contract.ts'
import styles from './pay-terms.module.css'
import { TermsCheckbox } from './terms-checkbox.tsx'

type PayTermsProps = { hold: Hold; madeAt: string; onAgreed: () => void; onEnd: () => void }

/** Shows a visitor who phoned what the agent holds for them, and asks them to agree to the terms before they pay. */
export function PayTerms({ hold, madeAt, onAgreed, onEnd }: PayTermsProps) {
  const [agrees, setAgrees] = useState(false)
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const isAlive = useIsAlive()
  const box = useRef<HTMLInputElement>(null)
  const { buyerName, buyerPhone, buyerEmail, property_photo: photo } = hold
  const contact = [buyerName, buyerPhone, buyerEmail].filter(Boolean)

  async function submit() {
    setFailure(undefined)
    if (!agrees) {
      setError(t.payLinkMustAgree())
      return box.current?.focus()
    }
    setIsBusy(true)
    try {
      const params = { path: { clientSecret: hold.clientSecret } }
      bodyOf(await api.POST('/api/payments/hold/{clientSecret}/agree', { params, body: { agreeToTerms: true } }))
      onAgreed()
    } catch (fault) {
      setFailure((fault as Error).message)
      setIsBusy(false)
    }
  }

  return (
    <form
      className={styles.terms}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Card title={t.payLinkHello()}>
        <Countdown until={hold.holdExpiresAt} madeAt={madeAt} label={t.holdingForYou()} onEnd={onEnd} />
        {photo && <img className={styles.photo} src={photo} alt="" width={640} height={360} />}
        <Facts
          facts={[
            { name: t.when(), value: keepTime(hold.when) },
            { name: t.payLinkYou(), value: contact.map((line) => <div key={line}>{line}</div>) },
            { name: t.total(), value: formatMoney(hold.amount) },
          ]}
        />
        <div className={styles.rules}>
          <p>{t.feeCovers()}</p>
          <p>{rich(t.refundRule({ b: (inner) => <strong key="refunds">{inner}</strong> }))}</p>
        </div>
        <TermsCheckbox
          ref={box}
          checked={agrees}
          error={error}
          onChange={(event) => {
            setAgrees(event.currentTarget.checked)
            setError(undefined)
          }}
        />
        <div role="alert">{failure && <Notice kind="error">{failure}</Notice>}</div>
        <Button type="submit" size="large" wide busy={isBusy} disabled={!isAlive}>
          {t.payLinkContinue()}
        </Button>
      </Card>
    </form>
  )
}
