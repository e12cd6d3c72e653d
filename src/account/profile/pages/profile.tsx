import { type SubmitEvent, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, api } from '../../../platform/api-client.ts'
import type { Issue } from '../../../platform/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import * as kit from '../../../ui/text/kit.ts'
import { keepFields } from '../../../ui/unsent-fields.ts'
import { UnsentNotice } from '../../../ui/unsent-notice.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import { useUnsentChanges } from '../../../ui/use-unsent-changes.tsx'
import * as t from '../../text/profile.ts'
import { EmailLine } from '../components/email-line.tsx'
import { LoadFault } from '../components/load-fault.tsx'
import { ownProfile } from '../components/own-profile.tsx'
import { ProfilePicture } from '../components/profile-picture.tsx'
import { BIO_MAX, bioIssues, cleanBio, usernameIssues } from '../domain.ts'
import styles from './profile.module.css'

export const loader = (asked: LoaderFunctionArgs) => ownProfile(asked)
export const meta = () => [{ title: t.profilePageTitle() }, { name: 'robots', content: 'noindex' }]
export const ErrorBoundary = LoadFault

/** The name under which the tab keeps what is not saved yet. */
const UNSENT = 'profile'

type Answer = { kind: 'success' | 'error'; title: string }

/** Edits what others see of a person: username, picture and bio. */
export default function ProfilePage() {
  const { profile, emailVerified } = useLoaderData<typeof loader>()
  const [issues, setIssues] = useState<Issue[]>([])
  const [answer, setAnswer] = useState<Answer>()
  const [isBusy, setIsBusy] = useState(false)
  const reload = useReloadAfterAct()
  const isAlive = useIsAlive()
  const changes = useUnsentChanges(UNSENT, { bio: profile.bio })
  const faultOf = (path: string) => issues.find((issue) => issue.path === path)?.message

  function discard() {
    changes.discard()
    setIssues([])
    setAnswer(undefined)
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setAnswer(undefined)
    const form = new FormData(event.currentTarget)
    const newUsername = String(form.get('newUsername')).trim()
    const { typed } = changes
    const bio = cleanBio(typed.bio ?? profile.bio)
    const found = [...usernameIssues(newUsername, 'newUsername'), ...bioIssues(bio)]
    setIssues(found)
    if (found.length > 0) return
    setIsBusy(true)
    let isSaved = false
    try {
      if (newUsername !== profile.anonymous_username) await api.PATCH('/update-username', { body: { newUsername } })
      if (bio !== profile.bio) await api.PATCH('/user-profile', { body: { bio } })
      keepFields(UNSENT, null)
      isSaved = true
      setAnswer({ kind: 'success', title: t.saved() })
    } catch (error) {
      setIssues(error instanceof ApiError ? error.issues : [])
      setAnswer({ kind: 'error', title: t.saveFailed({ message: (error as Error).message }) })
    } finally {
      // One of two changes may have been saved.
      await reload()
      if (isSaved) changes.drop(typed)
      setIsBusy(false)
    }
  }

  return (
    <Page title={t.profile()} intro={t.profileIntro()}>
      <ProfilePicture picture={profile.picture} />
      <Card title={t.userInfo()}>
        <form
          className={styles.form}
          method="post"
          noValidate
          onSubmit={submit}
          onChange={() => answer?.kind === 'success' && setAnswer(undefined)}
        >
          {changes.isRestored && <UnsentNotice onDiscard={discard} first="bio" />}
          <ErrorSummary title={t.checkFollowing()} issues={issues} />
          <Field
            name="newUsername"
            label={t.username()}
            autoComplete="nickname"
            required
            spellCheck={false}
            maxLength={64}
            defaultValue={profile.anonymous_username}
            hint={t.usernameHint()}
            error={faultOf('newUsername')}
          />
          <Field
            multiline
            name="bio"
            label={t.bio()}
            optional
            rows={4}
            placeholder={t.noBio()}
            value={changes.values.bio}
            onChange={({ currentTarget: { value } }) => changes.enter({ bio: value })}
            hint={t.atMost({ max: BIO_MAX })}
            error={faultOf('bio')}
          />
          <Button type="submit" size="large" busy={isBusy} disabled={!isAlive}>
            {t.save()}
          </Button>
          {answer && issues.length === 0 && (
            <Notice kind={answer.kind} role={answer.kind === 'error' ? 'alert' : 'status'} title={answer.title} />
          )}
        </form>
      </Card>
      <Card title={t.onlyYou()}>
        <div className={styles.form}>
          <EmailLine email={profile.email} isConfirmed={emailVerified} />
          <Field name="uid" label={t.userId()} readOnly value={profile.uid} hint={t.userIdHint()} />
          <div>
            <CopyButton text={profile.uid}>{kit.copyId()}</CopyButton>
          </div>
        </div>
      </Card>
    </Page>
  )
}
