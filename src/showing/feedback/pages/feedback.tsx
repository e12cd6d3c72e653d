import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { instantName, keepTime } from '../../../ui/date-time.ts'
import { Page } from '../../../ui/page.tsx'
import { secretPageHeaders } from '../../../ui/secret-page.ts'
import * as t from '../../text/feedback.ts'
import { Questions } from '../components/questions.tsx'

/** Changes nothing, because mail scanners open every link. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const path = { token: params.token ?? '' }
  const answer = await accountApiFor(context).GET('/api/showingbooker/public/feedback/{token}', { params: { path } })
  return { token: path.token, page: bodyOf(answer) }
}

export const headers = secretPageHeaders

export const meta = () => [
  { title: t.metaTitle() },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
]

export default function FeedbackPage() {
  const { token, page } = useLoaderData<typeof loader>()
  const when = keepTime(instantName(page.startsAt, page.time_zone))
  return (
    <Page title={t.title()} intro={t.intro({ address: page.full_address, when })}>
      <Questions token={token} page={page} />
    </Page>
  )
}
