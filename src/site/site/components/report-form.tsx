import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { SUPPORT } from '../../../product.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { rich } from '../../../ui/rich.ts'
import { Select } from '../../../ui/select.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { type Draft, mailtoUrl } from '../../feedback/domain.ts'
import * as t from '../../text/site.ts'
import styles from './report-form.module.css'

type ReportField<Name extends string> = {
  name: Name
  label: string
  multiline?: boolean
  hint?: string
  optional?: boolean
}

export type ReportFormProps<Form extends Record<string, string>> = {
  /** Prefix of the fields' names, which must be unique on the page. */
  prefix: string
  title: string
  intro: string
  empty: Form
  priorities: readonly { value: string; label: string }[]
  fields: ReportField<keyof Form & string>[]
  faultsOf: (form: Form) => { path: string; message: string }[]
  draftOf: (form: Form) => Draft
  button: string
  thanks: string
  failure: string
}

const MAX = { line: 150, text: 3000 }

const BY_EMAIL = {
  email: SUPPORT.email,
  link: (inner: string) => <a href={`mailto:${SUPPORT.email}`}>{inner}</a>,
}

/** Opens the person's own mail program with the report. The page itself sends us nothing. */
export function ReportForm<Form extends Record<string, string>>(props: ReportFormProps<Form>) {
  const { prefix, empty, fields, faultsOf } = props
  const [form, setForm] = useState(empty)
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<{ draft: Draft } | 'failed' | null>(null)
  const isAlive = useIsAlive()
  const faults = attempt > 0 ? faultsOf(form).map(({ path, message }) => ({ path: `${prefix}-${path}`, message })) : []
  const errorOf = (name: string) => faults.find(({ path }) => path === `${prefix}-${name}`)?.message
  const set = (name: string, value: string) => setForm((current) => ({ ...current, [name]: value }))

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setOutcome(null)
    setAttempt((count) => count + 1)
    if (faultsOf(form).length > 0) return
    try {
      const draft = props.draftOf(form)
      openMail(mailtoUrl(SUPPORT.email, draft))
      setForm(empty)
      setAttempt(0)
      setOutcome({ draft })
    } catch {
      setOutcome('failed')
    }
  }

  return (
    <Card title={props.title} intro={props.intro} id={prefix}>
      <form className={styles.form} method="post" noValidate onSubmit={submit}>
        <noscript>
          <Notice kind="warning">
            <p>{rich(t.reportNeedsScript(BY_EMAIL))}</p>
          </Notice>
        </noscript>
        <ErrorSummary title={t.checkEntries()} issues={faults} attempt={attempt} />
        {fields.map(({ name, label, multiline, hint, optional }, index) => {
          const shared = {
            name: `${prefix}-${name}`,
            label,
            hint,
            optional,
            required: !optional,
            value: form[name],
            error: errorOf(name),
            maxLength: multiline ? MAX.text : MAX.line,
          }
          const field = multiline ? (
            <Field
              key={name}
              {...shared}
              multiline
              rows={4}
              onChange={(event) => set(name, event.currentTarget.value)}
            />
          ) : (
            <Field key={name} {...shared} onChange={(event) => set(name, event.currentTarget.value)} />
          )
          if (index > 0) return field
          return [
            field,
            <Select
              key="priority"
              name={`${prefix}-priority`}
              label={t.priority()}
              options={props.priorities}
              value={form.priority ?? ''}
              error={errorOf('priority')}
              onChange={(value) => set('priority', value)}
            />,
          ]
        })}
        {outcome === 'failed' && <Notice kind="error" role="alert" title={props.failure} />}
        {/* Ignores the second click of a double click, which would report an empty form as an error. */}
        <Button type="submit" disabled={!isAlive} onClick={(event) => event.detail > 1 && event.preventDefault()}>
          {props.button}
        </Button>
      </form>
      {outcome !== null && outcome !== 'failed' && <Thanks text={props.thanks} draft={outcome.draft} />}
    </Card>
  )
}

/** Thanks the person, and lets people without a mail program copy the message. */
function Thanks({ text, draft }: { text: string; draft: Draft }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} role="status">
      <Notice kind="success" title={text}>
        <p>{rich(t.sendFromMail(BY_EMAIL))}</p>
        <CopyButton text={`${draft.subject}\n\n${draft.body}`}>{t.copyMessage()}</CopyButton>
      </Notice>
    </div>
  )
}

/** Opens a mailto address by clicking a link, which leaves the page as it is. */
function openMail(url: string) {
  const link = document.createElement('a')
  link.href = url
  document.body.append(link)
  link.click()
  link.remove()
}
