import { type FormEvent, useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { FORGOTTEN_AFTER_DAYS } from '../../../product.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusOn } from '../../../ui/focus-on.ts'
import { Notice } from '../../../ui/notice.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Select } from '../../../ui/select.tsx'
import { spoken } from '../../../ui/spoken.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useAct } from '../../../ui/use-act.tsx'
import { useFocusOnNext } from '../../../ui/use-focus-on-next.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import * as t from '../../text/moderation.ts'
import type { PromptTerm, TermRule, TermTopic } from '../contract.ts'
import { TERM_MAX, termIssues } from '../domain.ts'
import styles from './term-list.module.css'

const RULES: { value: TermRule; label: () => string }[] = [
  { value: 'block', label: t.ruleBlock },
  { value: 'sexual', label: t.ruleSexual },
  { value: 'minor', label: t.ruleMinor },
  { value: 'person', label: t.rulePerson },
  { value: 'clothing', label: t.ruleClothing },
  { value: 'allow', label: t.ruleAllow },
]
const TOPICS: { value: TermTopic; label: () => string }[] = [
  { value: 'minors', label: t.aboutMinors },
  { value: 'people', label: t.aboutPeople },
  { value: 'violence', label: t.aboutViolence },
  { value: 'hate', label: t.aboutHate },
  { value: 'abuse', label: t.aboutAbuse },
  { value: 'other', label: t.aboutOther },
]
const named = <Value extends string>(choices: { value: Value; label: () => string }[]) =>
  choices.map(({ value, label }) => ({ value, label: label() }))

const ruleName = (rule: TermRule) =>
  RULES.find(({ value }) => value === rule)
    ?.label()
    .split(':')[0] ?? rule

type TermListProps = {
  list: { terms: PromptTerm[]; refused: { prompts: number; accounts: number } }
  onDone: () => Promise<void>
}

/** Shows the terms and how often they were refused, and edits the list. */
export function TermList({ list: { terms, refused }, onDone }: TermListProps) {
  const [term, setTerm] = useState('')
  const [rule, setRule] = useState<TermRule>('block')
  const [topic, setTopic] = useState<TermTopic>('other')
  const [q, setQ] = useState('')
  const { act, isBusy, fault, issues } = useAct()
  const [asked, setAsked] = useState<PromptTerm>()
  const isAlive = useIsAlive()
  const list = useFocusOnNext<HTMLDivElement>('li', () => focusOn('h1'))
  const shown = terms.filter((one) => one.term.includes(q.trim().toLowerCase()))

  async function add() {
    await api.POST('/admin/prompt-terms', { body: { term, rule, ...(rule === 'block' && { topic }) } })
    showToast({ kind: 'success', text: t.termAdded({ term: term.trim() }) })
    setTerm('')
    await onDone()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    void act(add, termIssues({ term, rule, topic }))
  }

  async function remove() {
    if (!asked) return
    await api.DELETE('/admin/prompt-terms/{id}', { params: { path: { id: asked.id } } })
    showToast({ kind: 'success', text: t.termRemoved({ term: asked.term }) })
    await onDone()
  }

  return (
    <>
      <p>
        {refused.prompts === 0
          ? t.noneRefused({ days: FORGOTTEN_AFTER_DAYS })
          : t.refusedPrompts({ days: FORGOTTEN_AFTER_DAYS, prompts: refused.prompts, accounts: refused.accounts })}
      </p>
      <form className={styles.form} noValidate onSubmit={submit}>
        <Field
          name="term"
          label={t.newTerm()}
          hint={t.newTermHint()}
          value={term}
          maxLength={TERM_MAX}
          autoComplete="off"
          error={spoken(issues.find(({ path }) => path === 'term')?.message)}
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
        <Select name="rule" label={t.rule()} options={named(RULES)} value={rule} onChange={setRule} />
        {rule === 'block' && (
          <Select name="topic" label={t.topic()} options={named(TOPICS)} value={topic} onChange={setTopic} />
        )}
        {fault && issues.length === 0 && <Notice kind="error" role="alert" title={fault.message} />}
        <Button type="submit" busy={isBusy} disabled={!isAlive}>
          {t.addTerm()}
        </Button>
      </form>
      <Field
        name="q"
        label={t.findTerm({ count: terms.length })}
        type="search"
        value={q}
        autoComplete="off"
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <div {...list}>
        <Rows empty={t.noTerm()}>
          {shown.map((one) => (
            <Row
              key={one.id}
              title={one.term}
              tags={
                <>
                  <Badge tone={one.rule === 'block' ? 'bad' : one.rule === 'allow' ? 'good' : 'plain'}>
                    {ruleName(one.rule)}
                  </Badge>
                  {one.tries > 0 && <Badge tone="waiting">{t.tries({ count: one.tries })}</Badge>}
                </>
              }
              actions={
                <Button variant="quiet" disabled={!isAlive} onClick={() => setAsked(one)}>
                  {rich(t.removeTerm({ term: one.term, span: hidden }))}
                </Button>
              }
            />
          ))}
        </Rows>
      </div>
      {asked && (
        <ConfirmDialog
          title={t.removeTermTitle({ term: asked.term })}
          confirmLabel={t.remove()}
          onConfirm={remove}
          onClose={() => setAsked(undefined)}
        >
          <p>{t.removeTermText({ rule: ruleName(asked.rule) })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
