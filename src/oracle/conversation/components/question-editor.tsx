import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import * as t from '../../text/conversation.ts'
import styles from './question-editor.module.css'

type QuestionEditorProps = { text: string; isBusy: boolean; onAsk: (text: string) => void; onClose: () => void }

/** Rewords a question. The new question is asked beside the first, which stays. */
export function QuestionEditor({ text: first, isBusy, onAsk, onClose }: QuestionEditorProps) {
  const [text, setText] = useState(first)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [])
  const mayAsk = text.trim() !== '' && !isBusy
  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') return onClose()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return
    event.preventDefault()
    if (mayAsk) onAsk(text.trim())
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
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={press}
      />
      <div className={styles.acts}>
        <Button variant="secondary" onClick={onClose}>
          {t.cancelEdit()}
        </Button>
        <Button disabled={!mayAsk} onClick={() => onAsk(text.trim())}>
          {t.askAgain()}
        </Button>
      </div>
    </div>
  )
}
