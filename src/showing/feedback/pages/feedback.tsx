import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiFor, bodyOf, isUnknown } from '../../../platform/api-client.ts'
import { instantName, keepTime } from '../../../ui/date-time.ts'
import { Page } from '../../../ui/page.tsx'
import { secretPageHeaders } from '../../../ui/secret-page.ts'
import * as t from '../../text/feedback.ts'
import { Questions } from '../components/questions.tsx'
import { CHANGEABLE_DAYS } from '../limits-domain.ts'

/** Changes nothing, because mail scanners open every link. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const path = { token: params.token ?? '' }
  try {
    const answer = await apiFor(context).GET('/api/showingbooker/public/feedback/{token}', { params: { path } })
    return { token: path.token, page: bodyOf(answer) }
  } catch (error) {
    if (isUnknown(error)) return data({ ...path, page: null }, { status: 404 })
    throw error
  }
}

export const headers = secretPageHeaders

export const meta = () => [
  { title: t.metaTitle() },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
]

export default function FeedbackPage() {
  const { token, page } = useLoaderData<typeof loader>()
  if (!page) return <Page title={t.linkUnknown()} intro={t.linkEnds({ days: CHANGEABLE_DAYS })} />
  const when = keepTime(instantName(page.startsAt, page.time_zone))
  return (
    <Page title={t.title()} intro={t.intro({ address: page.full_address, when })}>
      <Questions token={token} page={page} />
    </Page>
  )
}
