import { formatMoney } from '../../../platform/money.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { OfferedDay } from '../../booking/components/offered-times.tsx'
import { WhenSection, whenText } from '../../booking/components/when-section.tsx'
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
    <Card
      title="Who you are"
      intro="For the payment alone. Nothing of it stands in a message: there the buyer is called Demo Buyer."
    >
      <div className={styles.fields}>
        <Field {...text('buyerName')} label="Full name" autoComplete="name" maxLength={200} required />
        <Field
          {...text('buyerEmail')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={320}
          required
        />
        <Field
          {...text('buyerPhone')}
          label="Phone number"
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

/** At least one of three. Each gets at most one demo a day. */
function Destinations({ form }: { form: Form }) {
  const text = textOf(form)
  const { buyerEmail, buyerPhone } = form.draft
  return (
    <Card
      title="Where the demo goes"
      intro="At least one of these, your own or that of somebody who has agreed. Each gets one demo a day."
    >
      {(buyerEmail || buyerPhone) && (
        <p className={styles.own}>
          <Button
            variant="secondary"
            onClick={() => {
              form.set('demoRecipientEmail', buyerEmail)
              form.set('demoRecipientPhone', buyerPhone)
            }}
          >
            Use my own email and phone
          </Button>
        </p>
      )}
      <div className={styles.fields}>
        <Field
          {...text('demoRecipientEmail')}
          label="Email for the demo"
          hint="Three emails: the agent's, the resident's with the notice to enter, and the buyer's confirmation."
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
        />
        <Field
          {...text('demoRecipientPhone')}
          label="Phone for the demo"
          hint="Two texts: the resident's and the buyer's. A US number; reply STOP and no text comes again."
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={60}
        />
      </div>
      <fieldset className={styles.address}>
        <legend>Mailing address for the demo</legend>
        <p className={styles.hint}>One letter: the notice by certified mail, as a resident would get it.</p>
        <div className={styles.lines}>
          <Field {...text('demoMailAddress')} label="Street address" autoComplete="off" maxLength={64} />
          <Field {...text('demoMailCity')} label="City" autoComplete="off" maxLength={40} />
          <Field {...text('demoMailState')} label="State" list="states" autoComplete="off" maxLength={2} />
          <Field {...text('demoMailZip')} label="ZIP code" inputMode="numeric" autoComplete="off" maxLength={10} />
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

/** Price, terms, every fault in one place, and the button. */
function Order({ fee, when, checkout }: { fee: number; when: string; checkout: DemoCheckout }) {
  const { form, isBusy, failure } = checkout
  const price = formatMoney(fee)
  return (
    <Card title="Your demo">
      <p className={styles.when}>
        <Icon name="calendar" />
        {when || 'No time chosen yet'}
      </p>
      <dl className={styles.price}>
        <div>
          <dt>One demo, with all its messages</dt>
          <dd>{price}</dd>
        </div>
      </dl>
      <p className={styles.terms}>
        No home is shown and nobody comes. The messages go out once you have paid, each says DEMO first, and the dollar
        is not given back after that.
      </p>
      <Checkbox
        name="agreeToTerms"
        checked={form.draft.agreeToTerms}
        required
        error={form.errorOf('agreeToTerms')}
        onChange={(event) => form.set('agreeToTerms', event.currentTarget.checked)}
      >
        I agree to the{' '}
        <a href="/showingbooker/terms" target="_blank" rel="noreferrer">
          Terms of Service
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
        , and whoever gets these messages has agreed to get them
      </Checkbox>
      <ErrorSummary title="Please check the following" issues={form.summary} attempt={form.attempt} />
      <div role="alert">{failure && <Notice kind="error">{failure}</Notice>}</div>
      <Button type="submit" size="large" wide busy={isBusy}>
        {isBusy ? 'Preparing your demo…' : `Book the demo · ${price}`}
      </Button>
      <p className={styles.secure}>
        <Icon name="lock" />
        Card details come next.
      </p>
    </Card>
  )
}
