import { formatMoney } from '../../../platform/money.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import order from '../../booking/components/book-section.module.css'
import type { OfferedDay } from '../../booking/components/offered-times.tsx'
import { TermsCheckbox } from '../../booking/components/terms-checkbox.tsx'
import { WhenSection, whenText } from '../../booking/components/when-section.tsx'
import * as t from '../../text/demo.ts'
import { STATES } from '../domain.ts'
import styles from './demo-form.module.css'
import type { DemoCheckout, DemoDraft } from './use-demo-checkout.tsx'

type TextName = Exclude<keyof DemoDraft, 'agreeToTerms'>
type Form = DemoCheckout['form']

const textOf = (form: Form) => (name: TextName) => ({
  name,
  value: form.draft[name],
  error: form.errorOf(name),
  onChange: (event: { currentTarget: { value: string } }) => form.set(name, event.currentTarget.value),
  onBlur: () => form.touch(name),
})

export function DemoForm({ fee, days, checkout }: { fee: number; days: OfferedDay[]; checkout: DemoCheckout }) {
  const { form } = checkout
  const { showingDate, showingTime } = form.draft
  const day = days.find(({ date }) => date === showingDate)
  const when = day && showingTime ? whenText(day, showingTime) : ''
  return (
    <form
      ref={form.formElement}
      className={styles.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void checkout.submit()
      }}
    >
      <div className={styles.main}>
        <WhenSection form={form} days={days} check={{ state: 'idle' }} onChoose={() => undefined} />
        <Visitor form={form} />
        <Destinations form={form} />
      </div>
      <div className={styles.aside}>
        <Order fee={fee} when={when} checkout={checkout} />
      </div>
    </form>
  )
}

function Visitor({ form }: { form: Form }) {
  const text = textOf(form)
  return (
    <Card title={t.yourDetails()} intro={t.visitorIntro()}>
      <div className={styles.fields}>
        <Field {...text('buyerName')} label={t.fullName()} autoComplete="name" maxLength={200} required />
        <Field
          {...text('buyerEmail')}
          label={t.email()}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={320}
          required
        />
        <Field
          {...text('buyerPhone')}
          label={t.phoneNumber()}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={60}
          required
        />
      </div>
    </Card>
  )
}

/** Asks for at least one of three destinations. Each one gets at most one demo a day. */
function Destinations({ form }: { form: Form }) {
  const text = textOf(form)
  const { buyerEmail, buyerPhone } = form.draft
  return (
    <Card title={t.destinations()} intro={t.destinationsIntro()}>
      {(buyerEmail || buyerPhone) && (
        <p className={styles.own}>
          <Button
            variant="secondary"
            onClick={() => {
              form.set('demoRecipientEmail', buyerEmail)
              form.set('demoRecipientPhone', buyerPhone)
            }}
          >
            {t.ownContacts()}
          </Button>
        </p>
      )}
      <div className={styles.fields}>
        <Field
          {...text('demoRecipientEmail')}
          label={t.demoEmail()}
          hint={t.demoEmailHint()}
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
        />
        <Field
          {...text('demoRecipientPhone')}
          label={t.demoPhone()}
          hint={t.demoPhoneHint()}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={60}
        />
      </div>
      <fieldset className={styles.address}>
        <legend>{t.demoAddress()}</legend>
        <p className={styles.hint}>{t.demoAddressHint()}</p>
        <div className={styles.lines}>
          <Field {...text('demoMailAddress')} label={t.street()} autoComplete="off" maxLength={64} />
          <Field {...text('demoMailCity')} label={t.city()} autoComplete="off" maxLength={40} />
          <Field {...text('demoMailState')} label={t.state()} list="states" autoComplete="off" maxLength={2} />
          <Field {...text('demoMailZip')} label={t.zip()} inputMode="numeric" autoComplete="off" maxLength={10} />
        </div>
        <datalist id="states">
          {STATES.map((state) => (
            <option key={state} value={state} />
          ))}
        </datalist>
      </fieldset>
    </Card>
  )
}

/** Shows the price, the terms, all errors in one place, and the button. */
function Order({ fee, when, checkout }: { fee: number; when: string; checkout: DemoCheckout }) {
  const { form, isBusy, failure } = checkout
  const price = formatMoney(fee)
  return (
    <Card title={t.yourDemo()}>
      <p className={order.when}>
        <Icon name="calendar" />
        {when || t.noTimeYet()}
      </p>
      <dl className={styles.price}>
        <div>
          <dt>{t.oneDemo()}</dt>
          <dd>{price}</dd>
        </div>
      </dl>
      <p className={styles.terms}>{t.demoTerms()}</p>
      <TermsCheckbox
        words={t.agreeToTerms}
        checked={form.draft.agreeToTerms}
        error={form.errorOf('agreeToTerms')}
        onChange={(event) => form.set('agreeToTerms', event.currentTarget.checked)}
      />
      <ErrorSummary title={t.pleaseCheck()} issues={form.summary} attempt={form.attempt} />
      <div role="alert">{failure && <Notice kind="error">{failure}</Notice>}</div>
      <Button type="submit" size="large" wide busy={isBusy}>
        {isBusy ? t.preparing() : t.bookDemo({ price })}
      </Button>
      <p className={order.secure}>
        <Icon name="lock" />
        {t.cardNext()}
      </p>
    </Card>
  )
}
