import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import { unsentKey } from '../../../ui/tab-memory.ts'
import * as kit from '../../../ui/text/kit.ts'
import { useAct } from '../../../ui/use-act.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import { useRetryKey } from '../../../ui/use-retry-key.ts'
import { useUnsentText } from '../../../ui/use-unsent-text.tsx'
import * as t from '../../text/compliance.ts'
import { LONGEST_NOTE } from '../limits-domain.ts'
import styles from './add-note.module.css'

/** Adds a note about a booking to the log, where it stays. */
export function AddNote({ bookingId, about }: { bookingId: string; about: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const opener = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (isOpen) {
    return (
      <NoteForm
        bookingId={bookingId}
        onClose={(hasAdded) => {
          setIsOpen(false)
          setIsDone(hasAdded)
        }}
      />
    )
  }
  return (
    <div ref={opener} className={styles.opener}>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Icon name="edit" />
        {rich(t.addNote({ about, hidden }))}
      </Button>
      <p role="status">{isDone && t.noteAdded()}</p>
    </div>
  )
}

function NoteForm({ bookingId, onClose }: { bookingId: string; onClose: (hasAdded: boolean) => void }) {
  const unsentName = `note:${bookingId}`
  const note = useUnsentText(unsentName)
  const { act, isBusy, fault, issues } = useAct()
  const reload = useReloadAfterAct()
  const { headersFor } = useRetryKey(unsentKey(unsentName))
  const name = `note-${bookingId}`
  useEffect(() => document.getElementById(name)?.focus(), [name])
  useEffect(() => {
    if (fault) document.getElementById(name)?.focus()
  }, [fault, name])
  async function add() {
    const body = { bookingId, note: note.text }
    await api.POST('/api/bookings/log', { body, headers: headersFor(body) })
    note.drop()
    await reload()
    onClose(true)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    void act(add)
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <Field
        multiline
        name={name}
        label={t.note()}
        hint={t.noteHint()}
        rows={3}
        maxLength={LONGEST_NOTE}
        value={note.text}
        error={issues.find(({ path }) => path === 'note')?.message ?? fault?.message}
        onChange={(event) => note.enter(event.currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" busy={isBusy}>
          {t.addToLog()}
        </Button>
        <Button
          variant="quiet"
          disabled={isBusy}
          onClick={() => {
            note.drop()
            onClose(false)
          }}
        >
          {kit.cancel()}
        </Button>
      </div>
    </form>
  )
}
