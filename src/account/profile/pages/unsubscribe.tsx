import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import * as t from '../../text/profile.ts'

export const loader = ({ params }: LoaderFunctionArgs) => ({ token: params.token ?? '' })
export const headers = () => ({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
export const meta = () => [{ title: t.unsubscribePageTitle() }, { name: 'robots', content: 'noindex' }]

/** Unsubscribes people who follow the link. Email apps post to the same address (RFC 8058). */
export default function UnsubscribePage() {
  const { token } = useLoaderData<typeof loader>()
  const [answer, setAnswer] = useState<{ kind: 'success' | 'error'; title: string }>()
  const [isBusy, setIsBusy] = useState(false)
  const isAlive = useIsAlive()
  async function end() {
    setIsBusy(true)
    try {
      await api.POST('/unsubscribe/{token}', { params: { path: { token } } })
      setAnswer({ kind: 'success', title: t.unsubscribed() })
    } catch (error) {
      setAnswer({ kind: 'error', title: (error as Error).message })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Page title={t.unsubscribe()} intro={t.unsubscribeIntro()}>
      {answer && <Notice kind={answer.kind} role={answer.kind === 'error' ? 'alert' : 'status'} title={answer.title} />}
      {answer?.kind !== 'success' && (
        <p>
          <Button size="large" busy={isBusy} disabled={!isAlive} onClick={end}>
            {t.unsubscribe()}
          </Button>
        </p>
      )}
    </Page>
  )
}
