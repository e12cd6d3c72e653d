import { useState } from 'react'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, apiFor, bodyOf } from '../../../platform/api-client.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Page } from '../../../ui/page.tsx'
import { rich } from '../../../ui/rich.ts'
import * as t from '../../text/outbox.ts'
import { MessageDialog } from '../components/message-dialog.tsx'
import { channelNames, roleNames } from '../components/message-words.tsx'
import type { OutboxMessage } from '../contract.ts'
import { recipientText } from '../domain.ts'
import styles from './outbox.module.css'

export async function loader({ url, context }: LoaderFunctionArgs) {
  const search = url.searchParams
  const bookingId = search.get('bookingId')?.trim() || undefined
  const q = search.get('q')?.trim() || undefined
  const cursor = search.get('cursor') ?? undefined
  try {
    const query = { bookingId, q, cursor }
    const api = apiFor(context)
    const [session, page] = await Promise.all([
      api.GET('/api/auth/get-session'),
      api.GET('/api/dev/outbox', { params: { query } }),
    ])
    return {
      ...bodyOf(page),
      account: bodyOf(session)?.user ?? null,
      filter: { ...(bookingId && { bookingId }), ...(q && { q }) },
      refusal: null,
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    const refusal = { status: error.status, message: error.message }
    return data(
      { account: null, messages: [], nextCursor: null, filter: { q: q ?? bookingId ?? '' }, refusal },
      { status: error.status },
    )
  }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' })
export const meta = () => [{ title: t.metaOutbox() }, { name: 'robots', content: 'noindex, nofollow' }]

/** Lists every text, email and letter that test mode has sent. */
export default function OutboxPageRoute() {
  const { messages, nextCursor, filter, refusal } = useLoaderData<typeof loader>()
  const isFiltered = Object.keys(filter).length > 0
  const [open, setOpen] = useState<OutboxMessage | null>(null)
  if (refusal && refusal.status !== 400) return <Refused status={refusal.status} />
  return (
    <Page width="wide" title={t.outbox()} intro={t.intro()}>
      <form className={styles.filter} method="get">
        <Field
          name="q"
          label={t.searchLabel()}
          defaultValue={filter.q}
          error={refusal?.message}
          spellCheck={false}
          maxLength={200}
        />
        <Button type="submit" variant="secondary">
          {t.filter()}
        </Button>
        {isFiltered && <a href="/dev/outbox">{t.showAll()}</a>}
      </form>
      <Card>
        {messages.length === 0 && !refusal && (
          <EmptyState icon="mail" title={t.noMessages()}>
            <p>{isFiltered ? t.noMatch() : t.bookSample()}</p>
          </EmptyState>
        )}
        <ul className={styles.messages}>
          {messages.map((message) => (
            <li key={message.id}>
              <div className={styles.summary}>
                <p className={styles.tags}>
                  <span data-channel={message.channel}>{channelNames[message.channel]()}</span>
                  <span>{roleNames[message.role]()}</span>
                  <span>{t.statusName({ status: message.status })}</span>
                </p>
                <p className={message.subject ? styles.subject : styles.excerpt} translate="no">
                  {message.subject ?? message.text}
                </p>
                <p className={styles.meta}>
                  {message.cc.length > 0
                    ? t.toCc({ to: recipientText(message.to), cc: message.cc.join(', ') })
                    : t.to({ to: recipientText(message.to) })}{' '}
                  · <AccountTime at={message.sentAt} precision="second" />
                  {message.bookingId && (
                    <>
                      {' '}
                      · <a href={`/dev/outbox?bookingId=${message.bookingId}`}>{t.allOfBooking()}</a>
                    </>
                  )}
                </p>
              </div>
              <Button variant="secondary" onClick={() => setOpen(message)}>
                {rich(
                  t.open({
                    subject: message.subject ?? t.message(),
                    hidden: (inner) => (
                      <span className="visually-hidden" translate="no">
                        {inner}
                      </span>
                    ),
                  }),
                )}
              </Button>
            </li>
          ))}
        </ul>
        {nextCursor && (
          <ButtonLink
            variant="secondary"
            href={`/dev/outbox?${new URLSearchParams({ ...filter, cursor: nextCursor })}`}
          >
            {t.older()}
          </ButtonLink>
        )}
      </Card>
      {open && <MessageDialog message={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

function Refused({ status }: { status: number }) {
  if (status === 403) return <Page title={t.adminsOnly()} intro={t.adminsOnlyWhy()} />
  return (
    <Page title={t.signIn()} intro={t.signInWhy()}>
      <p>
        <ButtonLink href="/login?next=%2Fdev%2Foutbox">{t.login()}</ButtonLink>
      </p>
    </Page>
  )
}
