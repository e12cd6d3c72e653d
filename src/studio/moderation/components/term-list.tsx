import { type FormEvent, useState } from 'react'
import { ApiError, api } from '../../../platform/api-client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Select } from '../../../ui/select.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import type { PromptTerm, TermRule, TermTopic } from '../contract.ts'
import { TERM_MAX, TRIES_DAYS, termIssues } from '../domain.ts'
import styles from './term-list.module.css'

const RULES: { value: TermRule; label: string }[] = [
  { value: 'block', label: 'Blocked by itself' },
  { value: 'sexual', label: 'Sexual: blocked with a minor or a real person' },
  { value: 'minor', label: 'A minor: blocked with a sexual word' },
  { value: 'person', label: 'A real person: blocked with a sexual word' },
  { value: 'clothing', label: 'Clothing: blocked in a negative prompt with a minor' },
  { value: 'allow', label: 'Allowed: looks like one and is none' },
]
const TOPICS: { value: TermTopic; label: string }[] = [
  { value: 'minors', label: 'Sexual content with minors' },
  { value: 'people', label: 'Sexual pictures of real people' },
  { value: 'violence', label: 'Gore and cruelty' },
  { value: 'hate', label: 'Hate' },
  { value: 'abuse', label: 'Sexual violence' },
  { value: 'other', label: 'Something else' },
]
const ruleName = (rule: TermRule) => RULES.find(({ value }) => value === rule)?.label.split(':')[0] ?? rule

type TermListProps = {
  list: { terms: PromptTerm[]; refused: { prompts: number; accounts: number } }
  onDone: () => Promise<void>
}

/** What may not be asked for, how often it was, and how the list is kept. */
export function TermList({ list: { terms, refused }, onDone }: TermListProps) {
  const [term, setTerm] = useState('')
  const [rule, setRule] = useState<TermRule>('block')
  const [topic, setTopic] = useState<TermTopic>('other')
  const [q, setQ] = useState('')
  const [faults, setFaults] = useState<{ path: string; message: string }[]>([])
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [asked, setAsked] = useState<PromptTerm>()
  const isAlive = useIsAlive()
  const shown = terms.filter((one) => one.term.includes(q.trim().toLowerCase()))

  async function add(event: FormEvent) {
    event.preventDefault()
    setFailure(undefined)
    const issues = termIssues({ term, rule, topic })
    setFaults(issues)
    if (issues.length > 0) return
    setIsBusy(true)
    try {
      await api.POST('/admin/prompt-terms', { body: { term, rule, ...(rule === 'block' && { topic }) } })
      showToast({ kind: 'success', text: `"${term.trim()}" is in the list.` })
      setTerm('')
      await onDone()
    } catch (error) {
      if (error instanceof ApiError && error.issues.length > 0) setFaults(error.issues)
      else setFailure((error as Error).message)
    }
    setIsBusy(false)
  }

  async function remove() {
    if (!asked) return
    await api.DELETE('/admin/prompt-terms/{id}', { params: { path: { id: asked.id } } })
    showToast({ kind: 'success', text: `"${asked.term}" is off the list.` })
    await onDone()
  }

  return (
    <>
      <p>
        {refused.prompts === 0
          ? `No prompt was refused in the last ${TRIES_DAYS} days.`
          : `${refused.prompts === 1 ? '1 prompt was' : `${refused.prompts} prompts were`} refused in the last ${TRIES_DAYS} days, of ${refused.accounts === 1 ? '1 account' : `${refused.accounts} accounts`}. What was asked for is not kept.`}
      </p>
      <form className={styles.form} noValidate onSubmit={add}>
        <Field
          name="term"
          label="New term"
          hint="Words, not parts of words. Accents, spacing and look-alike letters are seen through."
          value={term}
          maxLength={TERM_MAX}
          autoComplete="off"
          error={faults.find(({ path }) => path === 'term')?.message}
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
        <Select name="rule" label="Rule" options={RULES} value={rule} onChange={setRule} />
        {rule === 'block' && (
          <Select name="topic" label="What it is about" options={TOPICS} value={topic} onChange={setTopic} />
        )}
        {failure && <Notice kind="error" role="alert" title={failure} />}
        <Button type="submit" busy={isBusy} disabled={!isAlive}>
          Add term
        </Button>
      </form>
      <Field
        name="q"
        label={`Find in ${terms.length} terms`}
        type="search"
        value={q}
        autoComplete="off"
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <Rows empty="No such term is in the list.">
        {shown.map((one) => (
          <Row
            key={one.id}
            title={one.term}
            tags={
              <>
                <Badge tone={one.rule === 'block' ? 'bad' : one.rule === 'allow' ? 'good' : 'plain'}>
                  {ruleName(one.rule)}
                </Badge>
                {one.tries > 0 && <Badge tone="waiting">{one.tries === 1 ? '1 try' : `${one.tries} tries`}</Badge>}
              </>
            }
            actions={
              <Button variant="quiet" disabled={!isAlive} onClick={() => setAsked(one)}>
                Take out<span className="visually-hidden"> {one.term}</span>
              </Button>
            }
          />
        ))}
      </Rows>
      {asked && (
        <ConfirmDialog
          title={`Take "${asked.term}" off the list?`}
          confirmLabel="Take out"
          onConfirm={remove}
          onClose={() => setAsked(undefined)}
        >
          <p>
            From now on the rule “{ruleName(asked.rule)}” does not know it any more. That you did it is written down.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
