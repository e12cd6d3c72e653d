import { useEffect, useRef, useState } from 'react'
import { ApiError, api } from '../../../platform/api-client.ts'
import type { Issue } from '../../../platform/errors.ts'
import { rebase } from '../../../platform/merge.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { spoken } from '../../../ui/spoken.tsx'
import { unsentKey } from '../../../ui/tab-memory.ts'
import { keepFields } from '../../../ui/unsent-fields.ts'
import { useRetryKey } from '../../../ui/use-retry-key.ts'
import { useUnsentFields } from '../../../ui/use-unsent-fields.tsx'
import * as t from '../../text/template.ts'
import { MOST_WORDS } from '../../thread/limits-domain.ts'
import type { MessageTemplate } from '../contract.ts'
import { MOST_NAME } from '../limits-domain.ts'
import styles from './template-dialog.module.css'

type TemplateDialogProps = {
  template: MessageTemplate | null
  onSaved: () => Promise<void>
  /** Another tab changed the template. */
  onChanged: () => Promise<void>
  onClose: () => void
}
type Form = { name: string; words: string }

const PLACEHOLDERS = [
  ['{name}', t.placeholderName],
  ['{address}', t.placeholderAddress],
  ['{time}', t.placeholderTime],
  ['{agent}', t.placeholderAgent],
] as const

/** Shows the form of one template. @param template `null` for a new one */
export function TemplateDialog({ template, onSaved, onChanged, onClose }: TemplateDialogProps) {
  const [name, setName] = useState(template?.name ?? '')
  const [words, setWords] = useState(template?.words ?? '')
  const [issues, setIssues] = useState<Issue[]>([])
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  /** The stored template as the person last saw it. */
  const [seen, setSeen] = useState<Form | undefined>(() => (template ? formOf(template) : undefined))
  const [isChanged, setIsChanged] = useState(false)
  const unsentName = `template:${template?.id ?? 'new'}`
  useUnsentFields(unsentName, {
    entered: { name, words, ...(seen && { seenName: seen.name, seenWords: seen.words }) },
    known: { name: '', words: '', seenName: '', seenWords: '' },
    restore({ name = '', words = '', seenName, seenWords }) {
      setName(name)
      setWords(words)
      if (seenName !== undefined && seenWords !== undefined) setSeen({ name: seenName, words: seenWords })
    },
  })
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every refusal leads to the first field that it is about.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [issues])
  const warning = useRef<HTMLDivElement>(null)
  // On a phone, the warning is below the fold.
  useEffect(() => {
    if (!fault) return
    if (isChanged) warning.current?.focus()
    else warning.current?.scrollIntoView({ block: 'nearest' })
  }, [fault, isChanged])
  const { headersFor } = useRetryKey(unsentKey(unsentName))
  const errorOf = (path: string) => issues.find((issue) => issue.path === path)?.message
  async function save() {
    setIsBusy(true)
    setFault(undefined)
    setIssues([])
    setIsChanged(false)
    try {
      const body = { name, words }
      if (template && seen) await change(template.id, body, seen)
      else await api.POST('/api/showingbooker/message-templates', { body, headers: headersFor(body) })
      keepFields(unsentName, null)
      await onSaved()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'template_changed') await onChanged()
      setIssues(error.issues)
      if (error.issues.length === 0) setFault(error.message)
      setIsBusy(false)
    }
  }
  /**
   * Saves fields that only this page changed. Fields that another tab changed, too, wait until the person has seen its
   * text.
   */
  async function change(id: string, mine: Form, base: Form): Promise<void> {
    try {
      await api.PUT('/api/showingbooker/message-templates/{id}', {
        params: { path: { id } },
        body: { ...mine, seen: base },
      })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'template_changed')) throw error
      const theirs = formOf(error.body.template as Form)
      const { values, conflicts } = rebase({ base, theirs, mine })
      if (conflicts.length === 0) return change(id, values, theirs)
      // Keep what the person typed during the save.
      setName((now) => (now === name ? values.name : now))
      setWords((now) => (now === words ? values.words : now))
      setSeen(theirs)
      setIsChanged(true)
      throw error
    }
  }
  /** Inserts a placeholder at the cursor. */
  function insert(placeholder: string) {
    const field = form.current?.elements.namedItem('words') as HTMLTextAreaElement | null
    const [from, to] = field ? [field.selectionStart, field.selectionEnd] : [words.length, words.length]
    setWords(words.slice(0, from) + placeholder + words.slice(to))
    field?.focus()
  }
  return (
    <Dialog
      title={template ? t.editNamed({ name: template.name }) : t.addTemplate()}
      onClose={() => {
        keepFields(unsentName, null)
        onClose()
      }}
    >
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field
          name="name"
          label={t.templateName()}
          hint={t.templateNameHint()}
          maxLength={MOST_NAME}
          value={name}
          error={spoken(errorOf('name'))}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Field
          multiline
          name="words"
          label={t.templateWords()}
          hint={t.templateWordsHint({ most: MOST_WORDS })}
          rows={5}
          maxLength={MOST_WORDS}
          value={words}
          error={spoken(errorOf('words'))}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <fieldset className={styles.placeholders}>
          <legend>{t.insertPlaceholder()}</legend>
          {PLACEHOLDERS.map(([placeholder, label]) => (
            <Button key={placeholder} variant="secondary" onClick={() => insert(placeholder)}>
              {label()} <code>{placeholder}</code>
            </Button>
          ))}
        </fieldset>
        {fault && (
          <div ref={warning} tabIndex={-1}>
            <Notice kind="error" role="alert" title={fault}>
              {isChanged && seen && <p>{t.templateNow(seen)}</p>}
            </Notice>
          </div>
        )}
        <Button type="submit" busy={isBusy}>
          {t.saveTemplate()}
        </Button>
      </form>
    </Dialog>
  )
}

const formOf = ({ name, words }: Form): Form => ({ name, words })
