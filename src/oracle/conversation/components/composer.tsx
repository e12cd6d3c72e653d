import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import * as t from '../../text/conversation.ts'
import styles from './composer.module.css'
import { FileChip, RefusedFiles, stateOf } from './file-chip.tsx'
import type { AskedFile } from './use-chat.tsx'
import { useUnsent } from './use-unsent.tsx'
import { ACCEPTED, type Upload, type useUploads } from './use-uploads.tsx'

const MAX_MESSAGE = 8_000

export type ComposerHandle = {
  /** Restores the words of a question that was never sent, above the text typed since. */
  putBack(text: string): void
  focus(): void
}

type ComposerProps = {
  ref: Ref<ComposerHandle>
  /** The chat whose unsent words the tab keeps. */
  place: string
  uploads: ReturnType<typeof useUploads>
  isAnswering: boolean
  isStopping: boolean
  /** False before the script runs and without the access code. Then the person cannot send anything. */
  isReady: boolean
  /** The file chooser, which other buttons also open. */
  picker: RefObject<HTMLInputElement | null>
  /** Which files are searched; `null` if there is no choice. */
  scope: { thisConversationOnly: boolean; setThisConversationOnly(only: boolean): void } | null
  onAsk: (text: string, files: AskedFile[]) => void
  onStop: () => void
}

/**
 * The question field. Enter sends, and Shift+Enter starts a new line. It sends no empty question, and none while the
 * person composes a letter.
 */
export function Composer(props: ComposerProps) {
  const { ref, place, uploads, isAnswering, isStopping, isReady, picker, scope, onAsk, onStop } = props
  const [text, setText] = useState('')
  useUnsent(isReady ? `oracle:${place}` : null, text, setText)
  const field = useRef<HTMLTextAreaElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isEmpty = text.trim() === ''
  const refused = uploads.uploads.flatMap((upload) =>
    upload.fault ? [{ key: upload.key, name: upload.name, fault: upload.fault, upload }] : [],
  )
  const maySend = isReady && !isEmpty && !isAnswering && !uploads.isSending
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text.
  useEffect(() => {
    const area = field.current
    if (!area) return
    area.style.height = 'auto'
    area.style.height = `${Math.min(area.scrollHeight + 2, 240)}px`
  }, [text])

  useImperativeHandle(ref, () => ({
    putBack(before) {
      setText((now) => (now.trim() === '' ? before : `${before}\n\n${now}`))
      field.current?.focus()
    },
    focus: () => field.current?.focus(),
  }))
  // Stop becomes Send, which is disabled without words.
  useLayoutEffect(() => {
    const { activeElement: focused } = document
    if (focused instanceof HTMLButtonElement && focused === button.current && focused.disabled) field.current?.focus()
  })
  function send() {
    if (!maySend) return
    onAsk(text.trim(), uploads.sent)
    uploads.clear()
    setText('')
    field.current?.focus()
  }
  function press(event: KeyboardEvent) {
    // Some browsers report a letter in composition only by the code 229.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return
    event.preventDefault()
    send()
  }
  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    uploads.add(files)
  }

  return (
    <form
      className={styles.composer}
      method="post"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        send()
      }}
    >
      {uploads.uploads.length > 0 && (
        <ul className={styles.files} aria-label={t.filesForQuestion()}>
          {(refused.length > 1 ? uploads.uploads.filter(({ fault }) => !fault) : uploads.uploads).map((upload) => (
            <FileChip
              key={upload.key}
              name={upload.file?.name ?? upload.name}
              {...uploadState(upload)}
              onRemove={() => void uploads.remove(upload)}
            />
          ))}
          {refused.length > 1 && (
            <RefusedFiles
              files={refused}
              onRemove={() => {
                for (const { upload } of refused) void uploads.remove(upload)
              }}
            />
          )}
        </ul>
      )}
      <div className={styles.row}>
        <input
          ref={picker}
          type="file"
          name="files"
          multiple
          hidden
          accept={ACCEPTED}
          onChange={(event) => {
            uploads.add([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
        <button
          type="button"
          className={styles.attach}
          aria-label={t.addFilesLong()}
          disabled={!isReady}
          onClick={() => picker.current?.click()}
        >
          <Icon name="upload" />
        </button>
        <textarea
          ref={field}
          name="message"
          className={styles.field}
          aria-label={t.yourQuestion()}
          aria-describedby="composer-hint"
          placeholder={t.askOracle()}
          rows={1}
          maxLength={MAX_MESSAGE}
          enterKeyHint="send"
          disabled={!isReady}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
        />
        {isAnswering ? (
          <Button ref={button} variant="secondary" busy={isStopping} onClick={onStop}>
            {t.stopAnswer()}
          </Button>
        ) : (
          <Button ref={button} type="submit" disabled={!maySend}>
            {t.send()}
          </Button>
        )}
      </div>
      <div className={styles.foot}>
        <p id="composer-hint" className={styles.hint}>
          {t.composerHint()}
        </p>
        {scope && (
          <label className={styles.scope} title={t.searchHereOnly()}>
            <input
              type="checkbox"
              name="thisConversationOnly"
              checked={scope.thisConversationOnly}
              onChange={(event) => scope.setThisConversationOnly(event.currentTarget.checked)}
            />
            {t.thisConversationOnly()}
          </label>
        )}
      </div>
      <div className="visually-hidden" role="status">
        {uploads.uploads.map((upload) => (
          <p key={upload.key}>{`${upload.name}: ${uploadState(upload).state.replace(/ \d+%/, '')}`}</p>
        ))}
      </div>
    </form>
  )
}

function uploadState({ sent, file, fault }: Upload) {
  if (fault) return { state: fault, progress: null, isFault: true }
  if (!file) return { state: t.uploading({ sent }), progress: sent, isFault: false }
  return stateOf(file)
}
