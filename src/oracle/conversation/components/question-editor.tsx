import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import * as kit from '../../../ui/text/kit.ts'
import { useUnsentText } from '../../../ui/use-unsent-text.tsx'
import * as t from '../../text/conversation.ts'
import styles from './question-editor.module.css'

type QuestionEditorProps = {
  id: string
  text: string
  isBusy: boolean
  onAsk: (text: string) => void
  onClose: () => void
}

/** Rewords a question. The new question becomes another version, and the first one stays. */
export function QuestionEditor({ id, text: first, isBusy, onAsk, onClose }: QuestionEditorProps) {
  const { text, enter, drop } = useUnsentText(`oracle-reword:${id}`, first)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [])
  const mayAsk = text.trim() !== '' && !isBusy
  function close() {
    drop()
    onClose()
  }
  function ask() {
    if (!mayAsk) return
    drop()
    onAsk(text.trim())
  }
  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') return close()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return
    event.preventDefault()
    ask()
  }
  return (
    <div className={styles.editor}>
      <textarea
        ref={field}
        className={styles.field}
        aria-label={t.editQuestion()}
        rows={Math.min(8, text.split('\n').length + 1)}
        maxLength={8_000}
        value={text}
        onChange={(event) => enter(event.currentTarget.value)}
        onKeyDown={press}
      />
      <div className={styles.acts}>
        <Button variant="secondary" onClick={close}>
          {kit.cancel()}
        </Button>
        <Button disabled={!mayAsk} onClick={ask}>
          {t.askAgain()}
        </Button>
      </div>
    </div>
  )
}
