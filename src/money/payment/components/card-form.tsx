import { type ChangeEvent, type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Field } from '../../../ui/field.tsx'
import * as t from '../../text/payment.ts'
import styles from './card-form.module.css'

export type CardEntry = { number: string; expMonth: number; expYear: number; cvc: string }
type Issue = { path: string; message: string }

/** Asks for a card's number, expiration, and security code. They stay in this component and the payment call. */
export function CardForm({ onPay, children }: { onPay: (card: CardEntry) => void; children: ReactNode }) {
  const [number, setNumber] = useState('')
  const [expiry, setExpiry] = useState('')
  const [cvc, setCvc] = useState('')
  const [issues, setIssues] = useState<Issue[]>([])
  const errorOf = (path: string) => issues.find((issue) => issue.path === path)?.message
  const keepCaret = useCaret()

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = faultsOf(number, expiry, cvc)
    setIssues(found)
    if (found.length > 0) return
    const [month, year] = expiry.split('/').map(Number)
    onPay({ number: digits(number), expMonth: month as number, expYear: 2000 + (year as number), cvc })
  }

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <ErrorSummary title={t.checkFollowing()} issues={issues} />
      <Field
        name="cardNumber"
        label={t.cardNumber()}
        value={number}
        error={errorOf('cardNumber')}
        onChange={(event) => setNumber(keepCaret(event, groupNumber))}
        inputMode="numeric"
        autoComplete="off"
        placeholder="1234 1234 1234 1234"
        maxLength={23}
        spellCheck={false}
        required
      />
      <div className={styles.pair}>
        <Field
          name="cardExpiry"
          label={t.expires()}
          value={expiry}
          error={errorOf('cardExpiry')}
          onChange={(event) => setExpiry(keepCaret(event, groupExpiry))}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t.expiresFormat()}
          maxLength={9}
          required
        />
        <Field
          name="cardCvc"
          label={t.securityCode()}
          value={cvc}
          error={errorOf('cardCvc')}
          onChange={(event) => setCvc(digits(event.currentTarget.value).slice(0, 4))}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t.securityCodeHint()}
          maxLength={4}
          required
        />
      </div>
      {children}
    </form>
  )
}

const digits = (text: string) => text.replace(/\D/g, '')
const groupNumber = (text: string) =>
  (
    digits(text)
      .slice(0, 19)
      .match(/.{1,4}/g) ?? []
  ).join(' ')

function groupExpiry(text: string): string {
  let plain = digits(text)
  if (/^[2-9]/.test(plain) || /^\d\s*\//.test(text)) plain = `0${plain}`
  // People may type the whole year, and autofill or the clipboard may enter 11 / 2029.
  if (plain.length === 6) plain = plain.slice(0, 2) + plain.slice(4)
  const [month, year] = [plain.slice(0, 2), plain.slice(2, /^..20/.test(plain) ? 5 : 4)]
  return year ? `${month}/${year}` : month
}

function faultsOf(number: string, expiry: string, cvc: string): Issue[] {
  const issues: Issue[] = []
  const length = digits(number).length
  if (length === 0) issues.push({ path: 'cardNumber', message: t.cardNumberMissing() })
  else if (length < 13) issues.push({ path: 'cardNumber', message: t.cardNumberShort() })
  if (!/^(0[1-9]|1[0-2])\/\d\d$/.test(expiry)) issues.push({ path: 'cardExpiry', message: t.expiryInvalid() })
  if (!/^\d{3,4}$/.test(cvc)) issues.push({ path: 'cardCvc', message: t.securityCodeInvalid() })
  return issues
}

/** Regrouping would move the caret to the end, so we put it back behind the same digit. */
function useCaret() {
  const wanted = useRef<{ input: HTMLInputElement; digitsBefore: number } | null>(null)
  useLayoutEffect(() => {
    if (!wanted.current) return
    const { input, digitsBefore } = wanted.current
    wanted.current = null
    let position = 0
    for (let seen = 0; seen < digitsBefore && position < input.value.length; position++) {
      if (/\d/.test(input.value[position] as string)) seen++
    }
    input.setSelectionRange(position, position)
  })
  return ({ currentTarget: input }: ChangeEvent<HTMLInputElement>, group: (text: string) => string) => {
    const caret = input.selectionStart ?? input.value.length
    if (caret < input.value.length) wanted.current = { input, digitsBefore: digits(input.value.slice(0, caret)).length }
    return group(input.value)
  }
}
