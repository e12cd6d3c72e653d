import { type SubmitEvent, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, accountApiFor, api, bodyOf } from '../../../platform/api-client.ts'
import { markAccount } from '../../../ui/account-mark.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import type { DeletionOutlook } from '../contract.ts'
import { GOES, STAYS, STAYS_UNTIL } from '../domain.ts'
import styles from './delete.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  return bodyOf(await accountApiFor(context).GET('/api/account/deletion'))
}

export const headers = () => ({ 'Cache-Control': 'private, no-store' })
export const meta = () => [{ title: 'Delete your account · ShowingBooker' }, { name: 'robots', content: 'noindex' }]

/** What goes and what stays first; then the password. */
export default function DeletePage() {
  const outlook = useLoaderData<typeof loader>()
  const { homes, showings, photos, images, refusal } = outlook
  return (
    <Page title="Delete your account" intro="For good. Nobody can bring it back, and neither can we.">
      <Card title="What is deleted">
        <ul className={styles.list}>
          {GOES.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <Facts
          facts={[
            { name: 'Homes', value: homes },
            { name: 'Pictures that you uploaded', value: photos },
            { name: 'Images of the studio', value: images },
          ]}
        />
        <p>
          It cannot be had afterwards: <a href="/account/data">download your data</a> first.
        </p>
      </Card>
      <Card title="What has to stay">
        <ul className={styles.list}>
          {STAYS.map(({ what, why }) => (
            <li key={what}>
              <strong>{what}</strong>: {why}.
            </li>
          ))}
        </ul>
        <Facts facts={[{ name: 'Showings on record', value: showings }]} />
        <p>
          It is kept {STAYS_UNTIL}; the <a href="/privacy#how-long">privacy policy</a> says more.
        </p>
      </Card>
      <Card title="Delete it">
        {refusal ? (
          <>
            <Notice kind="warning" title="Not now">
              <p>{refusal.message}</p>
            </Notice>
            {refusal.code === 'upcoming_showings' && (
              <p>
                <ButtonLink href="/upcoming" variant="secondary">
                  See upcoming showings
                </ButtonLink>
              </p>
            )}
          </>
        ) : (
          <DeletionForm asksForCode={outlook.asksForCode} />
        )}
      </Card>
    </Page>
  )
}

function DeletionForm({ asksForCode }: Pick<DeletionOutlook, 'asksForCode'>) {
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [isBusy, setIsBusy] = useState(false)
  const isAlive = useIsAlive()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setIsBusy(true)
    setFaults({})
    try {
      const body = {
        password: String(form.get('password')),
        code: String(form.get('code') ?? ''),
        confirm: form.has('confirm'),
      }
      const { receiptNumber } = bodyOf(await api.POST('/api/account/deletion', { body }))
      markAccount(null)
      window.location.assign(`/account/deleted?receipt=${receiptNumber}`)
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : []
      if (issues.length === 0) setFaults({ form: (error as Error).message })
      else setFaults(Object.fromEntries(issues.map(({ path, message }) => [path, message])))
      setIsBusy(false)
    }
  }

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <p>
        You are signed out everywhere at once, and your homes disappear with it. The rest takes minutes, or up to two
        days while messages to your buyers are still going out; a receipt goes to your email address at the end.
      </p>
      <Field
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={1000}
        error={faults.password}
      />
      {asksForCode && (
        <Field
          name="code"
          label="Code"
          hint="Of your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          required
          maxLength={100}
          error={faults.code}
        />
      )}
      <Checkbox name="confirm" required error={faults.confirm}>
        Delete my account for good
      </Checkbox>
      {faults.form && (
        <Notice kind="error" role="alert">
          <p>{faults.form}</p>
        </Notice>
      )}
      <p className={styles.actions}>
        <Button type="submit" variant="danger" busy={isBusy} disabled={!isAlive}>
          Delete my account
        </Button>
        <ButtonLink href="/account/settings" variant="secondary">
          Keep it
        </ButtonLink>
      </p>
    </form>
  )
}
