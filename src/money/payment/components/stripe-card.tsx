import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance, Stripe, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { ApiError } from '../../../platform/api-client.ts'
import { language } from '../../../platform/language.ts'
import { formatMoney } from '../../../platform/money.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import * as kit from '../../../ui/text/kit.ts'
import * as t from '../../text/payment.ts'
import { cardRefused } from '../../text/refusal.ts'
import styles from './stripe-card.module.css'
import type { TakeCardProps } from './take-card.tsx'

/** Stripe's own form, in Stripe's own frame: the card never touches our pages. */
export function StripeCard(props: TakeCardProps) {
  const { publishableKey, clientSecret } = props.intent
  const [attempt, setAttempt] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const options = useMemo(() => ({ clientSecret, appearance: appearanceOf(document.documentElement) }), [clientSecret])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads it again.
  useEffect(() => {
    let isCurrent = true
    setHasFailed(false)
    setStripe(null)
    loadStripe(publishableKey ?? '', { locale: language() }).then(
      (loaded) => {
        if (!isCurrent) return
        setStripe(loaded)
        setHasFailed(loaded === null)
      },
      () => isCurrent && setHasFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [publishableKey, attempt])

  if (hasFailed) {
    return (
      <>
        <Notice kind="error" role="alert" title={t.formNotLoaded()} />
        <Button onClick={() => setAttempt(attempt + 1)}>{kit.tryAgain()}</Button>
      </>
    )
  }
  if (!stripe) return <Skeleton lines={3} label={t.loadingCardForm()} />
  return (
    <Elements stripe={stripe} options={options}>
      <StripeForm {...props} onFailed={() => setHasFailed(true)} />
    </Elements>
  )
}

type StripeFormProps = TakeCardProps & { onFailed: () => void }

function StripeForm({ intent, cents, billing, isResumed, onAway, onPay, onFailed, children }: StripeFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setIsReady] = useState(false)
  const [bankRefusal, setBankRefusal] = useState<string | null>(null)

  // Stripe knows why the buyer came back from the bank without a payment.
  useEffect(() => {
    if (!stripe || !isResumed) return
    stripe.retrievePaymentIntent(intent.clientSecret).then(
      ({ paymentIntent }) =>
        setBankRefusal(paymentIntent?.last_payment_error ? wordsOf(paymentIntent.last_payment_error) : null),
      () => undefined,
    )
  }, [stripe, intent.clientSecret, isResumed])

  async function take(): Promise<'paid'> {
    if (!stripe || !elements) throw refusal(t.formNotLoaded())
    const checked = await elements.submit()
    if (checked.error) throw refused(checked.error)
    // Another of the buyer's tabs may have changed the hold since. A buyer must not pay an amount that they did not
    // see.
    const { paymentIntent: current, error: unreadable } = await stripe.retrievePaymentIntent(intent.clientSecret)
    if (unreadable) throw refused(unreadable)
    if (isPaid(current.status)) return 'paid'
    if (current.status === 'canceled') throw new ApiError(410, {})
    if (current.amount !== cents) {
      await elements.fetchUpdates()
      throw new ApiError(409, { error: priceChanged(current.amount), amount: current.amount })
    }
    onAway()
    const { error } = await stripe.confirmPayment({
      elements,
      redirect: 'if_required',
      confirmParams: {
        return_url: window.location.href,
        payment_method_data: { billing_details: given(billing) },
      },
    })
    if (!error) return 'paid'
    const status = error.payment_intent?.status
    if (status && isPaid(status)) return 'paid'
    if (status === 'canceled') throw new ApiError(410, {})
    throw isLost(error) ? new ApiError(0, { error: t.unexpectedError() }) : refused(error)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    setBankRefusal(null)
    onPay(take)
  }

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      {!isReady && <Skeleton lines={3} label={t.loadingCardForm()} />}
      <PaymentElement
        options={{
          fields: { billingDetails: { name: 'never', email: asked(billing.email), phone: asked(billing.phone) } },
        }}
        onReady={() => setIsReady(true)}
        onLoadError={onFailed}
      />
      {isReady && bankRefusal && <Notice kind="error" role="alert" title={bankRefusal} />}
      {isReady && children}
    </form>
  )
}

/**
 * Stripe asks for billing details that we do not know if the card needs them: a visitor who phoned may have no email.
 */
const asked = (known: string) => (known ? 'never' : 'auto')
const given = (billing: TakeCardProps['billing']) =>
  Object.fromEntries(Object.entries(billing).filter(([, value]) => value))

/** Stripe gave no answer, or failed on its own side: the card may have been charged (https://docs.stripe.com/api/errors). */
const isLost = ({ type }: StripeError) => type === 'api_connection_error' || type === 'api_error'
const isPaid = (status: string) => status === 'succeeded' || status === 'requires_capture'
const refusal = (error: string) => new ApiError(402, { error })
const priceChanged = (cents: number) => t.priceIsNow({ cents: formatMoney(cents) })

/**
 * Builds the error for a refused card, in the provider's own words if they are for the cardholder (booking.md section
 * 8).
 */
function refused(error: StripeError): ApiError {
  const isForPerson = error.type === 'card_error' || error.type === 'validation_error' || isUnconfirmed(error)
  return refusal((isForPerson && wordsOf(error)) || t.unexpectedError())
}

/**
 * A failed 3-D Secure check arrives as a request error (https://docs.stripe.com/error-codes). Its message says what to
 * do.
 */
const isUnconfirmed = ({ code }: Pick<StripeError, 'code'>) => code === 'payment_intent_authentication_failure'

/** Adds what to do next to Stripe's message about a refused card. */
const wordsOf = ({ type, code, message }: Pick<StripeError, 'type' | 'code' | 'message'>): string | null =>
  message && type === 'card_error' && !isUnconfirmed({ code }) ? cardRefused({ message }) : (message ?? null)

/** Our colors and shapes as values, because Stripe's frame cannot read our style sheet. */
function appearanceOf(root: HTMLElement): Appearance {
  const computed = getComputedStyle(root)
  const token = (name: string) => computed.getPropertyValue(name).trim()
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('--accent'),
      colorBackground: token('--surface'),
      colorText: token('--ink'),
      colorTextSecondary: token('--muted'),
      colorDanger: token('--danger'),
      fontFamily: token('--font'),
      borderRadius: '8px',
    },
  }
}
