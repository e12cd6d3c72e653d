import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { accountApiFor, api, bodyOf } from '../../../platform/api-client.ts'
import { AccountTime, useAccountTime } from '../../../ui/account-time.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { rich } from '../../../ui/rich.ts'
import { useAct } from '../../../ui/use-act.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { useRefresh } from '../../../ui/use-refresh.ts'
import { useReload, useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/data-export.ts'
import type { Archive } from '../contract.ts'
import { ARCHIVE_DAYS, sizeText } from '../domain.ts'
import styles from './data.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  return bodyOf(await accountApiFor(context).GET('/api/account/archive'))
}

export const meta = () => [{ title: t.pageTitle() }, { name: 'robots', content: 'noindex' }]

const LOOK_AGAIN_MS = 2_000

/** Offers all data of the account as one file. */
export default function DataPage() {
  const { archive } = useLoaderData<typeof loader>()
  const reload = useReloadAfterAct()
  const { act, isBusy, fault } = useAct()
  const isAlive = useIsAlive()
  const isBeingMade = archive?.status === 'being_made'
  useRefresh(useReload(), isBeingMade ? LOOK_AGAIN_MS : null)

  async function ask() {
    try {
      await api.POST('/api/account/archive')
    } finally {
      await reload()
    }
  }

  return (
    <Page title={t.title()} intro={t.intro()}>
      <Card title={t.download()}>
        <p>{t.contents()}</p>
        <div role="status">{archive && <Progress archive={archive} />}</div>
        {fault && (
          <Notice kind="error" role="alert">
            <p>{fault.message}</p>
          </Notice>
        )}
        {archive?.status === 'ready' && <Ready archive={archive} />}
        <p className={styles.actions}>
          {archive?.url && (
            <ButtonLink href={archive.url} download>
              {t.downloadButton()}
            </ButtonLink>
          )}
          <Button
            variant={archive?.status === 'ready' ? 'secondary' : 'primary'}
            busy={isBusy || isBeingMade}
            disabled={!isAlive}
            onClick={() => act(ask)}
          >
            {archive?.status === 'ready' ? t.makeNew() : t.make()}
          </Button>
        </p>
        <p className={styles.hint}>{t.deletedAfter({ days: ARCHIVE_DAYS })}</p>
      </Card>
      <Card title={t.deleteTitle()}>
        <p>{rich(t.deleteText({ link: (inner) => <a href="/account/delete">{inner}</a> }))}</p>
      </Card>
    </Page>
  )
}

function Progress({ archive: { status, progress, madeAt, expiresAt } }: { archive: Archive }) {
  const timeOf = useAccountTime()
  if (status === 'being_made')
    return (
      <Notice kind="info" title={t.making()}>
        <p>{t.part({ done: Math.min(progress.done + 1, progress.of), all: progress.of })}</p>
        <progress className={styles.progress} aria-label={t.progress()} value={progress.done} max={progress.of} />
      </Notice>
    )
  if (status === 'ready')
    return (
      <Notice kind="success" title={t.ready()}>
        {madeAt && <p>{t.madeOn({ at: timeOf(madeAt) })}</p>}
      </Notice>
    )
  if (status === 'failed')
    return (
      <Notice kind="error" title={t.failed()}>
        <p>{t.failedText()}</p>
      </Notice>
    )
  return (
    <Notice kind="info" title={t.expired()}>
      {expiresAt && <p>{t.expiredOn({ at: timeOf(expiresAt) })}</p>}
    </Notice>
  )
}

function Ready({ archive: { sizeBytes, sha256, expiresAt } }: { archive: Archive }) {
  return (
    <Facts
      facts={[
        { name: t.size(), value: sizeBytes === null ? '' : sizeText(sizeBytes) },
        { name: t.until(), value: expiresAt ? <AccountTime at={expiresAt} /> : '' },
        { name: 'SHA-256', value: <code className={styles.hash}>{sha256}</code> },
      ]}
    />
  )
}
