import { listParts } from '../../../platform/language.ts'
import { formatMoney } from '../../../platform/money.ts'
import type { PublicProperty } from '../../../property/property/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { ErrorSummary, FieldLink } from '../../../ui/error-summary.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { rich } from '../../../ui/rich.ts'
import * as t from '../../text/booking.ts'
import styles from './book-section.module.css'
import { TermsCheckbox } from './terms-checkbox.tsx'
import type { FormControl } from './use-booking-form.tsx'

type BookSectionProps = {
  property: PublicProperty
  form: FormControl
  when: string
  /** `true` if the chosen start is less than 7 days ahead. */
  isTooSoonForMail: boolean
  isBusy: boolean
  failure: string | null
  onMissing: () => void
}

export const totalOf = ({ fee }: PublicProperty, mailUpgrade: boolean) =>
  fee.showing + (mailUpgrade ? (fee.mailUpgrade ?? 0) : 0)

/** Shows the price, the terms, the consent, and the button that books. */
export function BookSection({ property, form, when, isTooSoonForMail, isBusy, failure, onMissing }: BookSectionProps) {
  const { fee, booking_approval } = property
  const { agreeToTerms } = form.draft
  const mailUpgrade = form.draft.mailUpgrade && !isTooSoonForMail
  const isManual = booking_approval === 'manual'
  const total = formatMoney(totalOf(property, mailUpgrade))
  return (
    <Card title={t.yourShowing()}>
      <p className={styles.when}>
        <Icon name="calendar" />
        {when || t.noTimeYet()}
      </p>
      <dl className={styles.price}>
        <div>
          <dt>{t.privateShowing()}</dt>
          <dd>{formatMoney(fee.showing)}</dd>
        </div>
        {mailUpgrade && fee.mailUpgrade !== null && (
          <div>
            <dt>{t.certifiedMail()}</dt>
            <dd>{formatMoney(fee.mailUpgrade)}</dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>{t.total()}</dt>
          <dd>{total}</dd>
        </div>
      </dl>
      {fee.mailUpgrade !== null && isTooSoonForMail && <p className={styles.tooSoon}>{t.mailNeeds7Days()}</p>}
      {fee.mailUpgrade !== null && !isTooSoonForMail && (
        <Checkbox
          name="mailUpgrade"
          checked={mailUpgrade}
          error={form.errorOf('mailUpgrade')}
          onChange={(event) => form.set('mailUpgrade', event.currentTarget.checked)}
          detail={t.certifiedMailDetail()}
        >
          {t.addCertifiedMail({ money: formatMoney(fee.mailUpgrade) })}
        </Checkbox>
      )}
      <div className={styles.terms}>
        <p>{isManual ? t.feeCoversOnApproval() : t.feeCovers()}</p>
        <p>{rich(t.refundRule({ b: (inner) => <strong>{inner}</strong> }))}</p>
      </div>
      <TermsCheckbox
        checked={agreeToTerms}
        error={form.errorOf('agreeToTerms')}
        onChange={(event) => form.set('agreeToTerms', event.currentTarget.checked)}
      />
      <ErrorSummary title={t.checkPoints()} issues={form.summary} attempt={form.attempt} />
      <div role="alert">{failure && <Notice kind="error">{failure}</Notice>}</div>
      {/* A disabled button does not react to clicks, so the wrapper catches them. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboards and screen readers have the same list below. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboards and screen readers have the same list below. */}
      <div className={styles.book} onClick={form.missing.length > 0 ? onMissing : undefined}>
        <Button
          type="submit"
          size="large"
          wide
          busy={isBusy}
          disabled={form.missing.length > 0}
          aria-describedby="missing"
        >
          {isBusy ? t.holdingTime() : isManual ? t.requestShowing({ total }) : t.bookShowing({ total })}
        </Button>
      </div>
      <Missing form={form} />
      <p className={styles.secure}>
        <Icon name="lock" />
        {t.cardNext()}
      </p>
    </Card>
  )
}

function Missing({ form }: { form: FormControl }) {
  if (form.missing.length === 0) return null
  // The list alternates between names and the words between them.
  const parts = listParts(form.missing.map(({ name }) => name))
  return (
    <p className={styles.missing} id="missing">
      {t.stillNeeded()}{' '}
      {form.missing.map(({ path, name }, index) => (
        <span key={path}>
          {parts[index * 2 - 1]}
          <FieldLink path={path}>{name}</FieldLink>
        </span>
      ))}
      .
    </p>
  )
}
