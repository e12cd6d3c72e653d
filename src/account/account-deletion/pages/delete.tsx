import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, accountApiFor, api, bodyOf } from '../../../platform/api-client.ts'
import { markSignedOut } from '../../../ui/account-mark.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { rich } from '../../../ui/rich.ts'
import { spoken } from '../../../ui/spoken.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import * as t from '../../text/account-deletion.ts'
import type { DeletionOutlook } from '../contract.ts'
import { GOES, STAYS } from '../domain.ts'
import styles from './delete.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  return bodyOf(await accountApiFor(context).GET('/api/account/deletion'))
}

export const meta = () => [{ title: t.deletePageTitle() }, { name: 'robots', content: 'noindex' }]

/** Shows what we delete and what we keep, then asks for the password. */
export default function DeletePage() {
  const outlook = useLoaderData<typeof loader>()
  const { homes, showings, photos, images, refusal } = outlook
  return (
    <Page title={t.deleteTitle()} intro={t.deleteIntro()}>
      <Card title={t.whatGoes()}>
        <ul className={styles.list}>
          {GOES.map((text) => (
            <li key={text()}>{text()}</li>
          ))}
        </ul>
        <Facts
          facts={[
            { name: t.properties(), value: homes },
            { name: t.pictures(), value: photos },
            { name: t.studioImages(), value: images },
          ]}
        />
        <p>{rich(t.downloadFirst({ link: (inner) => <a href="/account/data">{inner}</a> }))}</p>
      </Card>
      <Card title={t.whatStays()}>
        <ul className={styles.list}>
          {STAYS.map(({ what, why }) => (
            <li key={what()}>
              <strong>{what()}.</strong> {why()}
            </li>
          ))}
        </ul>
        <Facts facts={[{ name: t.showingsOnRecord(), value: showings }]} />
        <p>{rich(t.staysUntilMore({ link: (inner) => <a href="/privacy#how-long">{inner}</a> }))}</p>
      </Card>
      <Card title={t.deleteTitle()}>
        {refusal ? (
          <>
            <Notice kind="warning" title={t.notNow()}>
              <p>{refusal.message}</p>
            </Notice>
            {refusal.code === 'upcoming_showings' && (
              <p>
                <ButtonLink href="/upcoming" variant="secondary">
                  {t.seeUpcoming()}
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
  // The person may have turned on two-step verification on another device since this page loaded.
  const [lacksCode, setLacksCode] = useState(false)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [isBusy, setIsBusy] = useState(false)
  const isAlive = useIsAlive()
  const fields = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every refusal moves the focus to its first field.
  useEffect(() => fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [faults])

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
      markSignedOut()
      window.location.assign(`/account/deleted?receipt=${receiptNumber}`)
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : []
      if (issues.length === 0) setFaults({ form: (error as Error).message })
      else setFaults(Object.fromEntries(issues.map(({ path, message }) => [path, message])))
      if (issues.some(({ path }) => path === 'code')) setLacksCode(true)
      setIsBusy(false)
    }
  }

  return (
    <form ref={fields} className={styles.form} method="post" noValidate onSubmit={submit}>
      <p>{t.deleteTakes()}</p>
      <Field
        name="password"
        label={t.yourPassword()}
        type="password"
        autoComplete="current-password"
        required
        maxLength={1000}
        error={spoken(faults.password)}
      />
      {(asksForCode || lacksCode) && (
        <Field
          name="code"
          label={t.code()}
          hint={t.codeHint()}
          autoComplete="one-time-code"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          required
          maxLength={100}
          error={spoken(faults.code)}
        />
      )}
      <Checkbox name="confirm" required error={faults.confirm}>
        {t.confirmForGood()}
      </Checkbox>
      {faults.form && (
        <Notice kind="error" role="alert">
          <p>{faults.form}</p>
        </Notice>
      )}
      <p className={styles.actions}>
        <Button type="submit" variant="danger" busy={isBusy} disabled={!isAlive}>
          {t.deleteMyAccount()}
        </Button>
        <ButtonLink href="/account/settings" variant="secondary">
          {t.keepAccount()}
        </ButtonLink>
      </p>
    </form>
  )
}
