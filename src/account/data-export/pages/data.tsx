import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { accountApiFor, api, bodyOf } from '../../../platform/api-client.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { useRefresh } from '../../../ui/use-refresh.ts'
import type { Archive } from '../contract.ts'
import { ARCHIVE_DAYS, sizeText } from '../domain.ts'
import styles from './data.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  return bodyOf(await accountApiFor(context).GET('/api/account/archive'))
}

export const headers = () => ({ 'Cache-Control': 'private, no-store' })
export const meta = () => [{ title: 'Your data · ShowingBooker' }, { name: 'robots', content: 'noindex' }]

const LOOK_AGAIN_MS = 2_000

/** All that is kept of the account, as one file. */
export default function DataPage() {
  const { archive } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  const [fault, setFault] = useState<string>()
  const isAlive = useIsAlive()
  const isBeingMade = archive?.status === 'being_made'
  useRefresh(revalidate, isBeingMade ? LOOK_AGAIN_MS : null)

  async function ask() {
    setIsAsking(true)
    setFault(undefined)
    try {
      await api.POST('/api/account/archive')
    } catch (error) {
      setFault((error as Error).message)
    }
    await revalidate()
    setIsAsking(false)
  }

  return (
    <Page title="Your data" intro="What we keep of your account, in one file that is yours.">
      <Card title="Download your data">
        <p>
          Your account, profile and settings, your homes with their photos, their showings and messages, payments,
          compliance logs, notices and proofs of service, your images and credits, your chats with the Oracle and the
          files you gave it: lists that other programs can read, pictures and PDFs. A text inside says what is what.
        </p>
        <div role="status">{archive && <Progress archive={archive} />}</div>
        {fault && (
          <Notice kind="error" role="alert">
            <p>{fault}</p>
          </Notice>
        )}
        {archive?.status === 'ready' && <Ready archive={archive} />}
        <p className={styles.actions}>
          {archive?.url && (
            <ButtonLink href={archive.url} download>
              Download
            </ButtonLink>
          )}
          <Button
            variant={archive?.status === 'ready' ? 'secondary' : 'primary'}
            busy={isAsking || isBeingMade}
            disabled={!isAlive}
            onClick={ask}
          >
            {archive?.status === 'ready' ? 'Make a new file' : 'Make the file'}
          </Button>
        </p>
        <p className={styles.hint}>
          The file is deleted from our server after {ARCHIVE_DAYS} days. It holds data of buyers and residents: keep it
          in a safe place.
        </p>
      </Card>
      <Card title="Delete your data">
        <p>
          <a href="/account/delete">Delete your account</a> with everything that no record has to keep.
        </p>
      </Card>
    </Page>
  )
}

function Progress({ archive: { status, progress, madeAt, expiresAt } }: { archive: Archive }) {
  if (status === 'being_made')
    return (
      <Notice kind="info" title="Your file is being made">
        <p>
          Part {Math.min(progress.done + 1, progress.of)} of {progress.of}. You may leave this page and come back.
        </p>
        <progress
          className={styles.progress}
          aria-label="How much of your file is made"
          value={progress.done}
          max={progress.of}
        />
      </Notice>
    )
  if (status === 'ready')
    return (
      <Notice kind="success" title="Your file is ready">
        {madeAt && (
          <p>
            Made on <AccountTime at={madeAt} />.
          </p>
        )}
      </Notice>
    )
  if (status === 'failed')
    return (
      <Notice kind="error" title="Your file could not be made">
        <p>Nothing is lost. Please try again.</p>
      </Notice>
    )
  return (
    <Notice kind="info" title="Your last file has expired">
      {expiresAt && (
        <p>
          It could be downloaded until <AccountTime at={expiresAt} />.
        </p>
      )}
    </Notice>
  )
}

function Ready({ archive: { sizeBytes, sha256, expiresAt } }: { archive: Archive }) {
  return (
    <Facts
      facts={[
        { name: 'Size', value: sizeBytes === null ? '' : sizeText(sizeBytes) },
        { name: 'Download until', value: expiresAt ? <AccountTime at={expiresAt} /> : '' },
        { name: 'SHA-256', value: <code className={styles.hash}>{sha256}</code> },
      ]}
    />
  )
}
