import { useState } from 'react'
import type { Thread } from '../../../notice/thread/contract.ts'
import { MOST_WORDS } from '../../../notice/thread/limits-domain.ts'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { lengthOf } from '../../../platform/plain-text.ts'
import { asTexted, countSegments } from '../../../platform/sms-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { instantName, keepTime } from '../../../ui/date-time.ts'
import { Field } from '../../../ui/field.tsx'
import { spoken } from '../../../ui/spoken.tsx'
import { unsentKey } from '../../../ui/tab-memory.ts'
import { showToast } from '../../../ui/toast.tsx'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'
import { TemplateSelect } from './template-select.tsx'
import styles from './thread-composer.module.css'
import { useThreadMessage } from './use-thread-message.tsx'

type Way = 'sms' | 'email'
type ThreadComposerProps = { showing: ShowingRecord; write: Thread['write']; onSent: (thread: Thread) => void }

/** A field for a message to the buyer, with the ways and the time of its sending. */
export function ThreadComposer({ showing, write, onSent }: ThreadComposerProps) {
  const { id, buyerName, time_zone } = showing
  const [off, setOff] = useState<Way[]>([])
  const by = (['sms', 'email'] as const).filter((way) => write[way].refusal === null && !off.includes(way))
  async function send(words: string, headers: { 'Idempotency-Key': string }) {
    const params = { path: { id } }
    onSent(bodyOf(await api.POST('/api/showingbooker/bookings/{id}/thread', { params, headers, body: { words, by } })))
    showToast({ kind: 'success', text: t.messageSent({ buyerName }) })
  }
  const message = useThreadMessage(unsentKey(`message:${id}`), send, by)
  const { words, fault, isBusy } = message
  const toggle = (way: Way, isOn: boolean) => setOff(isOn ? off.filter((one) => one !== way) : [...off, way])
  const name = `words-${id}`
  const dueAt = by.includes('sms') ? write.sms.dueAt : null
  const due =
    dueAt && t.textWaits({ at: keepTime(instantName(dueAt, time_zone)), also: by.includes('email') ? 'email' : 'none' })
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        void message.submit(event.currentTarget)
      }}
    >
      <Field
        multiline
        name={name}
        label={t.messageTo({ buyerName })}
        rows={3}
        maxLength={MOST_WORDS}
        value={words}
        error={spoken(fault)}
        aria-required
        onChange={(event) => message.enter(event.currentTarget.value)}
      />
      <TemplateSelect showing={showing} onPick={(text) => message.enter(words.trim() ? `${words}\n${text}` : text)} />
      <p className={styles.count} aria-live="polite">
        {words.trim() && by.includes('sms')
          ? t.lengthAsTexts({ length: lengthOf(words), most: MOST_WORDS, count: textsOf(words, write) })
          : t.length({ length: lengthOf(words), most: MOST_WORDS })}
      </p>
      <fieldset className={styles.ways}>
        <legend>{t.sendBy()}</legend>
        <WayBox way="sms" id={id} write={write} by={by} onToggle={toggle} />
        <WayBox way="email" id={id} write={write} by={by} onToggle={toggle} />
      </fieldset>
      {due && <p className={styles.due}>{due}</p>}
      <Button type="submit" busy={isBusy} disabled={!words.trim() || by.length === 0}>
        {t.sendMessage()}
        <span className="visually-hidden">: {buyerName}</span>
      </Button>
    </form>
  )
}

/** Counts the texts that a message needs, including the words that we add around it. */
const textsOf = (words: string, { textBefore, textAfter }: Thread['write']) =>
  countSegments(textBefore + asTexted(words) + textAfter).segments

type WayBoxProps = {
  way: Way
  id: string
  write: Thread['write']
  by: readonly Way[]
  onToggle: (way: Way, isOn: boolean) => void
}

function WayBox({ way, id, write, by, onToggle }: WayBoxProps) {
  const { refusal } = write[way]
  return (
    <Checkbox
      name={`${way}-${id}`}
      checked={by.includes(way)}
      disabled={refusal !== null}
      detail={refusal}
      onChange={(event) => onToggle(way, event.currentTarget.checked)}
    >
      {t.byWay({ way })}
    </Checkbox>
  )
}
