import { formatMoney } from '../../../platform/money.ts'
import type { PublicProperty } from '../../../property/property/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { ErrorSummary, FieldLink } from '../../../ui/error-summary.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { MAIL_TOO_LATE } from '../domain.ts'
import styles from './book-section.module.css'
import type { FormControl } from './use-booking-form.tsx'

type BookSectionProps = {
  property: PublicProperty
  form: FormControl
  when: string
  /** The chosen start is less than 7 days ahead. */
  isTooSoonForMail: boolean
  isBusy: boolean
  failure: string | null
  onMissing: () => void
}

export const totalOf = ({ fee }: PublicProperty, mailUpgrade: boolean) =>
  fee.showing + (mailUpgrade ? (fee.mailUpgrade ?? 0) : 0)

/** Price, terms, consent and the button that books. */
export function BookSection({ property, form, when, isTooSoonForMail, isBusy, failure, onMissing }: BookSectionProps) {
  const { fee, booking_approval } = property
  const { agreeToTerms } = form.draft
  const mailUpgrade = form.draft.mailUpgrade && !isTooSoonForMail
  const isManual = booking_approval === 'manual'
  const total = formatMoney(totalOf(property, mailUpgrade))
  return (
    <Card title="Your showing">
      <p className={styles.when}>
        <Icon name="calendar" />
        {when || 'No time chosen yet'}
      </p>
      <dl className={styles.price}>
        <div>
          <dt>Private showing, 30 minutes</dt>
          <dd>{formatMoney(fee.showing)}</dd>
        </div>
        {mailUpgrade && fee.mailUpgrade !== null && (
          <div>
            <dt>Certified mail notice</dt>
            <dd>{formatMoney(fee.mailUpgrade)}</dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>Total</dt>
          <dd>{total}</dd>
        </div>
      </dl>
      {fee.mailUpgrade !== null && isTooSoonForMail && <p className={styles.tooSoon}>{MAIL_TOO_LATE}</p>}
      {fee.mailUpgrade !== null && !isTooSoonForMail && (
        <Checkbox
          name="mailUpgrade"
          checked={mailUpgrade}
          error={form.errorOf('mailUpgrade')}
          onChange={(event) => form.set('mailUpgrade', event.currentTarget.checked)}
          detail="Optional. The resident always gets a text and an email. This adds a letter with proof of mailing, for showings 7 days ahead or more."
        >
          Add a certified mail notice to the resident (+{formatMoney(fee.mailUpgrade)})
        </Checkbox>
      )}
      <div className={styles.terms}>
        <p>
          The flat fee covers the visit and its texts and emails. There are no other charges.
          {isManual && ' The agent approves each visit here: your card is charged only on approval.'}
        </p>
        <p>
          <strong>Refunds.</strong> You get your money back if access is denied or impossible at the scheduled time. Ask
          within 24 hours; it takes 5–7 business days. Otherwise the fee is final.
        </p>
      </div>
      <Checkbox
        name="agreeToTerms"
        checked={agreeToTerms}
        required
        error={form.errorOf('agreeToTerms')}
        onChange={(event) => form.set('agreeToTerms', event.currentTarget.checked)}
      >
        I agree to the{' '}
        <a href="/showingbooker/terms" target="_blank" rel="noreferrer">
          Terms of Service
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      </Checkbox>
      <ErrorSummary title="Please check these points" issues={form.summary} attempt={form.attempt} />
      <div role="alert">{failure && <Notice kind="error">{failure}</Notice>}</div>
      {/* A click on a disabled button tells a person nothing; it lands here instead. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same list is below, for keys and readers. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same list is below, for keys and readers. */}
      <div className={styles.book} onClick={form.missing.length > 0 ? onMissing : undefined}>
        <Button
          type="submit"
          size="large"
          wide
          busy={isBusy}
          disabled={form.missing.length > 0}
          aria-describedby="missing"
        >
          {isBusy ? 'Holding your time…' : `${isManual ? 'Request' : 'Book'} showing · ${total}`}
        </Button>
      </div>
      <Missing form={form} />
      <p className={styles.secure}>
        <Icon name="lock" />
        Card details come next. Your time is held for 10 minutes while you pay.
      </p>
    </Card>
  )
}

function Missing({ form }: { form: FormControl }) {
  if (form.missing.length === 0) return null
  return (
    <p className={styles.missing} id="missing">
      Still needed:{' '}
      {form.missing.map(({ path, name }, index) => (
        <span key={path}>
          {index > 0 && ', '}
          <FieldLink path={path}>{name}</FieldLink>
        </span>
      ))}
      .
    </p>
  )
}
