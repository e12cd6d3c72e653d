import { useRef, useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import { instantName, keepTime } from '../../../ui/date-time.ts'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import * as kit from '../../../ui/text/kit.ts'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import * as t from '../../text/feedback.ts'
import type { FeedbackAnswers, FeedbackPage } from '../contract.ts'
import { QUESTIONS } from '../domain.ts'
import { LONGEST_COMMENT } from '../limits-domain.ts'
import styles from './questions.module.css'

type Entered = Record<'interest' | 'price' | 'condition', string>

/** Asks three questions that take one tap each. The third answer saves all of them, and then every change is saved. */
export function Questions({ token, page }: { token: string; page: FeedbackPage }) {
  const { answers } = page
  const [entered, setEntered] = useState<Entered>({
    interest: answers?.interest ?? '',
    price: answers?.price ?? '',
    condition: answers?.condition ?? '',
  })
  const [comment, setComment] = useState(answers?.comment ?? '')
  const [isSaved, setIsSaved] = useState(answers !== null)
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const isAlive = useIsAlive()
  const latest = useRef(0)

  async function save(next: Entered, comment: string) {
    const run = ++latest.current
    setFault(undefined)
    setIsBusy(true)
    try {
      const body = { ...(next as Omit<FeedbackAnswers, 'comment'>), comment }
      const path = { token }
      bodyOf(await api.POST('/api/showingbooker/public/feedback/{token}', { params: { path }, body }))
      if (run === latest.current) setIsSaved(true)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (run === latest.current) setFault(error.message)
    } finally {
      if (run === latest.current) setIsBusy(false)
    }
  }

  function choose(name: keyof Entered, value: string) {
    const next = { ...entered, [name]: value }
    setEntered(next)
    setIsSaved(false)
    if (isWhole(next)) void save(next, comment)
  }

  return (
    <Card>
      <div className={styles.questions}>
        {QUESTIONS.map(({ name, legend, options }) => (
          <RadioGroup
            key={name}
            name={name}
            legend={legend()}
            options={options.map(({ value, label }) => ({ value, label: label() }))}
            value={entered[name]}
            onChange={(value) => choose(name, value)}
          />
        ))}
      </div>
      {fault && (
        <Notice kind="error" role="alert" title={fault}>
          <Button variant="secondary" busy={isBusy} onClick={() => save(entered, comment)}>
            {kit.tryAgain()}
          </Button>
        </Notice>
      )}
      <div role="status">
        {isSaved && !fault && (
          <Notice kind="success" title={t.saved()}>
            <p>{t.savedUntil({ time: keepTime(instantName(page.changeableUntil, page.time_zone)) })}</p>
          </Notice>
        )}
      </div>
      {isWhole(entered) && (
        <form
          className={styles.questions}
          onSubmit={(event) => {
            event.preventDefault()
            void save(entered, comment)
          }}
        >
          <Field
            name="comment"
            label={t.comment()}
            optional
            multiline
            rows={3}
            maxLength={LONGEST_COMMENT}
            hint={t.commentHint()}
            value={comment}
            onChange={(event) => {
              setComment(event.currentTarget.value)
              setIsSaved(false)
            }}
          />
          {!isSaved && (
            <Button type="submit" busy={isBusy} disabled={!isAlive}>
              {t.saveComment()}
            </Button>
          )}
        </form>
      )}
    </Card>
  )
}

const isWhole = (entered: Entered) => Object.values(entered).every(Boolean)
