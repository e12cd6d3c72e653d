import { useEffect, useRef, useState } from 'react'
import { data, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { api, apiFor, bodyOf, isUnknown } from '../../../platform/api-client.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { secretPageHeaders } from '../../../ui/secret-page.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { useRefresh } from '../../../ui/use-refresh.ts'
import { isReloadingAfterAct, useReload } from '../../../ui/use-reload.ts'
import * as t from '../../text/booking.ts'
import { newsWords } from '../buyer-page-messages.ts'
import { BookingUnknown } from '../components/booking-unknown.tsx'
import { BuyerPageView } from '../components/buyer-page-view.tsx'
import { NeedsJavaScript } from '../components/needs-javascript.tsx'
import { useEndedLink, useLostAnswer } from '../components/use-ended-link.tsx'
import type { BuyerPage } from '../contract.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const path = { token: params.token ?? '' }
  try {
    return bodyOf(await apiFor(context).GET('/api/showingbooker/public/booking/{token}', { params: { path } }))
  } catch (error) {
    if (isUnknown(error)) return data(null, { status: 404 })
    throw error
  }
}

/** Anyone with this URL can act for the buyer. */
export const headers = secretPageHeaders

export const meta = () => [
  { title: t.showingTitle() },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
]

/** Counts the page's own changes, to tell them from changes by others. */
const sent = { begun: 0, ended: 0 }
api.use({
  onRequest({ request }) {
    if (request.method !== 'GET') sent.begun++
  },
  onResponse({ request }) {
    if (request.method !== 'GET') sent.ended++
  },
  onError({ request }) {
    if (request.method !== 'GET') sent.ended++
  },
})

/** Interval of checks for changes while the page is visible, in milliseconds. */
const EVERY_MS = 15_000

export default function BookingPage() {
  const page = useLoaderData<typeof loader>()
  if (!page) return <UnknownLink />
  return (
    <Page>
      <NeedsJavaScript />
      <News page={page} />
      <BuyerPageView page={page} />
      <Toasts />
    </Page>
  )
}

function UnknownLink() {
  const { token = '' } = useParams()
  useLostAnswer(token)
  return <BookingUnknown />
}

/** Reloads the page when other people or time have changed it, and says once what changed. */
function News({ page }: { page: BuyerPage }) {
  const reload = useReload()
  const [news, setNews] = useState('')
  const isOthers = useRef(false)
  const read = useRef(page)
  const { version } = page
  const token = page.booking.manageUrl.split('/').pop() ?? ''
  const onEnded = useEndedLink(token)
  useRefresh(async () => {
    const { begun, ended } = sent
    if (ended < begun || isReloadingAfterAct()) return
    const params = { path: { token } }
    const asked = await api.GET('/api/showingbooker/public/booking/{token}/version', { params }).catch(onEnded)
    // The page reloads itself after each change of its own.
    if (!asked || bodyOf(asked).version === version || sent.begun > begun) return
    isOthers.current = true
    await reload()
  }, EVERY_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces each change once, with the page of that time.
  useEffect(() => {
    setNews(isOthers.current ? newsWords(read.current, page) : '')
    isOthers.current = false
    read.current = page
  }, [version])
  return (
    <div role="status" className={news ? undefined : 'visually-hidden'}>
      {news && <Notice kind="info" title={news} />}
    </div>
  )
}
