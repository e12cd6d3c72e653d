import { type FormEvent, useEffect, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { spoken } from '../../../ui/spoken.tsx'
import { useAct } from '../../../ui/use-act.tsx'
import { useUnsentText } from '../../../ui/use-unsent-text.tsx'
import * as t from '../../text/moderation.ts'
import type { Appeal } from '../contract.ts'
import { APPEAL_MAX, appealIssues } from '../domain.ts'
import styles from './appeal-form.module.css'

/**
 * Lets the creator of a removed image appeal once, and shows the outcome. Only the creator sees it, next to the reason:
 * `{image.removed && <AppealForm imageId={image.id} />}`.
 */
export function AppealForm({ imageId }: { imageId: string }) {
  const [appeal, setAppeal] = useState<Appeal | null | 'asking' | 'unknown'>('asking')
  const { text, enter, drop } = useUnsentText(`appeal:${imageId}`)
  const { act, isBusy, fault, issues } = useAct()
  const fieldFault = issues.find(({ path }) => path === 'text')?.message

  useEffect(() => {
    let isCurrent = true
    api.GET('/images/{id}/appeal', { params: { path: { id: imageId } } }).then(
      (answer) => isCurrent && setAppeal(bodyOf(answer).appeal),
      () => isCurrent && setAppeal('unknown'),
    )
    return () => {
      isCurrent = false
    }
  }, [imageId])

  async function send() {
    setAppeal(bodyOf(await api.POST('/images/{id}/appeal', { params: { path: { id: imageId } }, body: { text } })))
    drop()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    void act(send, appealIssues(text))
  }

  if (appeal === 'asking') return <Skeleton lines={1} label={t.lookingForAppeal()} />
  if (appeal !== null && appeal !== 'unknown') return <Standing appeal={appeal} />
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Field
        multiline
        name={`appeal-${imageId}`}
        label={t.appeal()}
        hint={t.appealHint()}
        rows={4}
        maxLength={APPEAL_MAX}
        value={text}
        error={spoken(fieldFault)}
        onChange={(event) => enter(event.currentTarget.value)}
      />
      {fault && !fieldFault && <Notice kind="error" role="alert" title={fault.message} />}
      <Button type="submit" variant="secondary" busy={isBusy}>
        {t.sendAppeal()}
      </Button>
    </form>
  )
}

function Standing({ appeal: { decision, text } }: { appeal: Appeal }) {
  const title = !decision ? t.appealSent() : decision.action === 'restore' ? t.appealGranted() : t.appealDenied()
  return (
    <div role="status">
      <Notice kind={decision?.action === 'restore' ? 'success' : 'info'} title={title}>
        {decision?.answer && <p>{decision.answer}</p>}
        <p>{t.youWrote({ text })}</p>
      </Notice>
    </div>
  )
}
