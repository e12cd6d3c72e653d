import { type SubmitEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { SHOWING_FEE_CENTS } from '../../../money/payment/domain.ts'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { LANGUAGES, languageName } from '../../../platform/language.ts'
import { formatMoney } from '../../../platform/money.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, RadioGroup } from '../../../ui/choice.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { rich } from '../../../ui/rich.ts'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { unsentKey } from '../../../ui/tab-memory.ts'
import * as kit from '../../../ui/text/kit.ts'
import { useRetryKey } from '../../../ui/use-retry-key.ts'
import { useUnsentFields } from '../../../ui/use-unsent-fields.tsx'
import { shownIn } from '../../../ui/wall-clock.ts'
import { type HandBooking, validateHandBooking } from '../../booking/by-hand-domain.ts'
import { ClosedTimes } from '../../booking/components/closed-times.tsx'
import { fetchOfferedDays, type OfferedDay, type Start, zoneOn } from '../../booking/components/offered-times.tsx'
import { timesFault } from '../../booking/components/times-fault.tsx'
import { useCheckedForm } from '../../booking/components/use-checked-form.tsx'
import { useElsewhere } from '../../booking/components/use-elsewhere.tsx'
import { useTimeCheck } from '../../booking/components/use-time-check.tsx'
import { chosenText, WhenSection, whenText } from '../../booking/components/when-section.tsx'
import { HOLD_MINUTES } from '../../booking/domain.ts'
import type { PayLink } from '../../booking/pay-link-domain.ts'
import * as t from '../../text/booking.ts'
import styles from './hand-form.module.css'
import { type BookableProperties, PropertyChoice, usePropertyChoice } from './property-choice.tsx'

type HandFormProps = {
  properties: BookableProperties
  /** ID of the property that the form opens with, or `''`. */
  first: string
  /** Date and time that the form opens with, or empty strings. */
  start: Start
  /** Instant (RFC 3339) that the form opens with, shown in the property's time zone, or `''`. */
  moment: string
  /**
   * Name under which the tab keeps this form's unsent text. The parent deletes the text when it closes the form or
   * learns that it was sent.
   */
  unsentName: string
  onBooked: (words: string) => void
  onSent: (link: PayLink) => void
  onClose: () => void
}

type FormControl = ReturnType<typeof useHandForm>

type HandDraft = Omit<HandBooking, 'mustReach'> & {
  fee: 'free' | 'link'
  tellsMyself: boolean
  /** The time that the last try may have booked, because the server gave no answer, or `''`. */
  unsure: string
}

const useHandForm = (propertyId: string, { date, time }: Start) =>
  useCheckedForm<HandDraft>(
    {
      propertyId,
      showingDate: date,
      showingTime: time,
      buyerName: '',
      buyerPhone: '',
      buyerEmail: '',
      specialRequests: '',
      language: LANGUAGES[0],
      fee: 'free',
      tellsMyself: false,
      unsure: '',
    },
    validateHandBooking,
  )

/** Asks for the property, the time, and the visitor. Another property does not change what the agent typed. */
export function HandForm({ properties, first, start, moment, unsentName, ...on }: HandFormProps) {
  const choice = usePropertyChoice(properties)
  const zoneOf = (id: string) => choice.propertyOf(id)?.timeZone ?? ''
  const form = useHandForm(first, shownIn(zoneOf(first), { shown: start, moment, from: '' }))
  const { propertyId, showingDate, showingTime } = form.draft
  const { days, failure } = useOfferedDays(propertyId)
  useUnsentForm(unsentName, form, choice)

  function chooseProperty(id: string) {
    const shown = { date: showingDate, time: showingTime }
    const next = shownIn(zoneOf(id), { shown, moment, from: zoneOf(propertyId) })
    form.set('propertyId', id)
    form.set('showingDate', next.date)
    form.set('showingTime', next.time)
  }

  return (
    <div className={styles.body}>
      <p>{t.bookByHandIntro()}</p>
      <PropertyChoice choice={choice} value={propertyId} error={form.errorOf('propertyId')} onChange={chooseProperty} />
      {failure && <Notice kind="error" role="alert" title={failure} />}
      {propertyId && !days && !failure && <Skeleton lines={5} label={t.loadingTimes()} />}
      {days && <Details key={propertyId} form={form} days={days} unsentName={unsentName} {...on} />}
    </div>
  )
}

/** Keeps the unsent form together with its property, because the first list may not include that property. */
function useUnsentForm(name: string, { draft, fill }: FormControl, choice: ReturnType<typeof usePropertyChoice>) {
  const { label = '', timeZone = '' } = choice.propertyOf(draft.propertyId) ?? {}
  const entered = { ...draft, label, timeZone }
  useUnsentFields(name, {
    entered,
    known: entered,
    restore({ label: address, timeZone: zone, ...typed }) {
      const value = typed.propertyId
      if (value && address && zone && !choice.propertyOf(value)) choice.learn({ value, label: address, timeZone: zone })
      fill((before) => ({ ...before, ...typed }))
    },
  })
}

function useOfferedDays(propertyId: string) {
  const [found, setFound] = useState<{ of: string; days?: OfferedDay[]; failure?: string }>()
  useEffect(() => {
    if (!propertyId) return
    const request = new AbortController()
    fetchOfferedDays(propertyId, { signal: request.signal }).then(
      (days) => setFound({ of: propertyId, days }),
      (error: Error) => {
        if (!request.signal.aborted) setFound({ of: propertyId, failure: timesFault(error) })
      },
    )
    return () => request.abort()
  }, [propertyId])
  return found?.of === propertyId ? found : { days: undefined, failure: undefined }
}

/**
 * Checks whether the server may have booked the showing: it gave no answer, or an answer that leaves this open. If the
 * payment service is down, the server stops before it books.
 */
const isUnknown = ({ status, code }: ApiError) =>
  status === 0 || (status >= 500 && !['payment_unavailable', 'provider_unavailable'].includes(code))

type DetailsProps = Omit<HandFormProps, 'properties' | 'first' | 'start' | 'moment'> & {
  form: FormControl
  days: OfferedDay[]
}

function Details({ form, days, unsentName, onBooked, onSent, onClose }: DetailsProps) {
  const { draft } = form
  const isLink = draft.fee === 'link'
  const sum = formatMoney(SHOWING_FEE_CENTS)
  const chosen: Start = { date: draft.showingDate, time: draft.showingTime }
  const time = useTimeCheck(draft.propertyId, days, { chosen, mine: null, onLost: () => form.set('showingTime', '') })
  const elsewhere = useElsewhere(draft.propertyId)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  // The server says that this phone accepts no texts. If there is no email either, only the agent can tell the visitor.
  const [unreached, setUnreached] = useState<string>()
  const isUnreached = !isLink && draft.buyerPhone === unreached && !draft.buyerEmail.trim()
  const tellsMyself = isUnreached && draft.tellsMyself
  const { headersFor } = useRetryKey(unsentKey(unsentName))
  const text = (name: 'buyerName' | 'buyerPhone' | 'buyerEmail' | 'specialRequests') => ({
    name,
    value: draft[name],
    error: form.errorOf(name),
    onChange: (event: { currentTarget: { value: string } }) => {
      form.set(name, event.currentTarget.value)
      // An email resolves the phone's error. Setting a field again clears its error.
      if (name === 'buyerEmail' && isUnreached) form.set('buyerPhone', draft.buyerPhone)
    },
    onBlur: () => form.touch(name),
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setFailure(undefined)
    if (form.issues.length > 0) return form.show(form.issues)
    elsewhere.choose(chosen, zoneOn(time.days, chosen), () => void deliver())
  }

  async function deliver() {
    setIsBusy(true)
    time.send()
    try {
      const { fee: _, tellsMyself: __, unsure: ___, ...entered } = draft
      const body = { ...entered, mustReach: !tellsMyself }
      const headers = headersFor(body)
      if (isLink) return onSent(bodyOf(await api.POST('/api/showingbooker/pay-links', { body, headers })))
      const booked = bodyOf(await api.POST('/api/showingbooker/bookings', { body, headers }))
      const day = time.days.find(({ date }) => date === booked.date)
      const said = { name: booked.buyerName, when: day ? whenText(day, booked.time) : booked.date }
      onBooked(tellsMyself ? t.bookedUnreached(said) : t.bookedForVisitor(said))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setIsBusy(false)
      if (isUnknown(error)) form.set('unsure', chosenText(time.days, draft))
      if (error.code === 'slot_taken')
        time.conflict(chosen, error.message, (error.body.alternatives as Start[] | undefined) ?? [])
      else if (error.issues.length > 0) {
        if (error.code === 'no_texts_wanted') setUnreached(draft.buyerPhone)
        form.show(error.issues, true)
      } else setFailure(timesFault(error))
    }
  }

  return (
    <form ref={form.formElement} method="post" noValidate className={styles.body} onSubmit={submit}>
      <WhenSection
        form={form}
        days={time.days}
        check={time.check}
        elsewhere={elsewhere}
        onChoose={({ date, time: at }) => {
          form.set('showingDate', date)
          form.set('showingTime', at)
        }}
      />
      {draft.unsure && (
        <Notice kind="warning" role="status">
          <p>{rich(t.handUnsure({ when: draft.unsure, link: (inner) => <Link to="/upcoming">{inner}</Link> }))}</p>
        </Notice>
      )}
      <ClosedTimes propertyId={draft.propertyId} days={time.days} date={chosen.date} />
      <fieldset className={styles.visitor}>
        <legend>{t.handVisitor()}</legend>
        <Field {...text('buyerName')} label={t.handName()} autoComplete="off" maxLength={200} required />
        <div className={styles.pair}>
          <Field
            {...text('buyerPhone')}
            label={t.phoneNumber()}
            hint={isLink ? t.handLinkPhoneHint() : t.handPhoneHint()}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            maxLength={60}
          />
          <Field
            {...text('buyerEmail')}
            label={t.email()}
            hint={t.handEmailHint()}
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={320}
          />
        </div>
        {isUnreached && (
          <Checkbox
            name="tellsMyself"
            checked={tellsMyself}
            onChange={({ currentTarget: { checked } }) => {
              form.set('tellsMyself', checked)
              // The checkbox resolves the phone's error, too.
              if (checked) form.set('buyerPhone', draft.buyerPhone)
            }}
          >
            {t.handTellMyself()}
          </Checkbox>
        )}
        <Select
          name="language"
          label={t.handLanguage()}
          options={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
          value={draft.language}
          onChange={(value) => form.set('language', value)}
        />
        <Field {...text('specialRequests')} label={t.specialRequests()} optional multiline rows={2} maxLength={2000} />
      </fieldset>
      <div className={styles.fee}>
        <RadioGroup
          name="fee"
          legend={t.handPayment()}
          options={[
            { value: 'free', label: t.handFree() },
            { value: 'link', label: t.handPayLink({ sum }) },
          ]}
          value={draft.fee}
          onChange={(fee) => form.set('fee', fee)}
        />
        <p role="status">{isLink ? t.handPayLinkHint({ minutes: HOLD_MINUTES, sum }) : t.handFreeHint()}</p>
      </div>
      <ErrorSummary title={t.checkPoints()} issues={form.summary} attempt={form.attempt} />
      <DialogActions fault={failure}>
        <Button variant="secondary" onClick={onClose}>
          {kit.cancel()}
        </Button>
        <Button type="submit" busy={isBusy || elsewhere.isLooking}>
          {isLink ? t.handSendLink() : t.handBook()}
        </Button>
      </DialogActions>
      {elsewhere.dialog}
    </form>
  )
}
