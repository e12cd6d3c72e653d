import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { focusOn } from '../../../ui/focus-on.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { useAct } from '../../../ui/use-act.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import * as t from '../../text/profile.ts'

export const loader = ({ params }: LoaderFunctionArgs) => ({ token: params.token ?? '' })
export const headers = () => ({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
export const meta = () => [{ title: t.unsubscribePageTitle() }, { name: 'robots', content: 'noindex' }]

/** Unsubscribes people who follow the link. Email apps post to the same address (RFC 8058). */
export default function UnsubscribePage() {
  const { token } = useLoaderData<typeof loader>()
  const [isDone, setIsDone] = useState(false)
  const { act, isBusy, fault } = useAct()
  const isAlive = useIsAlive()
  async function end() {
    await api.POST('/unsubscribe/{token}', { params: { path: { token } } })
    setIsDone(true)
    // The button goes away.
    focusOn('h1')
  }
  return (
    <Page title={t.unsubscribe()} intro={t.unsubscribeIntro()}>
      <div role="status" className={isDone ? undefined : 'visually-hidden'}>
        {isDone && <Notice kind="success" title={t.unsubscribed()} />}
      </div>
      {fault && <Notice kind="error" role="alert" title={fault.message} />}
      {!isDone && (
        <p>
          <Button size="large" busy={isBusy} disabled={!isAlive} onClick={() => act(end)}>
            {t.unsubscribe()}
          </Button>
        </p>
      )}
    </Page>
  )
}
