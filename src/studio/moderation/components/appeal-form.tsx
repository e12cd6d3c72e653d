import { type FormEvent, useEffect, useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { spoken } from '../../../ui/spoken.tsx'
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
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

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

  async function submit(event: FormEvent) {
    event.preventDefault()
    const [issue] = appealIssues(text)
    setFault(issue?.message)
    setFailure(undefined)
    if (issue) return
    setIsBusy(true)
    try {
      setAppeal(bodyOf(await api.POST('/images/{id}/appeal', { params: { path: { id: imageId } }, body: { text } })))
      drop()
    } catch (error) {
      const at = error instanceof ApiError ? error.issues.find(({ path }) => path === 'text') : undefined
      setFault(at?.message)
      if (!at) setFailure((error as Error).message)
    }
    setIsBusy(false)
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
        error={spoken(fault)}
        onChange={(event) => enter(event.currentTarget.value)}
      />
      {failure && <Notice kind="error" role="alert" title={failure} />}
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
