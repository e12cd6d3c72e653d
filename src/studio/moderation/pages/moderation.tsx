import { data, Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { ApiError, apiFor, bodyOf } from '../../../platform/api-client.ts'
import { AdminsOnly } from '../../../ui/admins-only.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import * as kit from '../../../ui/text/kit.ts'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/moderation.ts'
import { AppealQueue, appealsOf } from '../components/appeal-queue.tsx'
import { ImageList, imagesOf } from '../components/image-list.tsx'
import { ReportQueue, reportsOf } from '../components/report-queue.tsx'
import { TermList } from '../components/term-list.tsx'
import styles from './moderation.module.css'

const VIEWS = ['reports', 'images', 'appeals', 'terms'] as const
type View = (typeof VIEWS)[number]
const NAMES: Record<View, () => string> = {
  reports: t.viewReports,
  images: t.viewImages,
  appeals: t.viewAppeals,
  terms: t.viewTerms,
}

const viewOf = (text: string | null): View => VIEWS.find((view) => view === text) ?? 'reports'

export async function loader({ context, url }: LoaderFunctionArgs) {
  const search = url.searchParams
  const view = viewOf(search.get('view'))
  const isDecided = search.get('status') === 'decided'
  const api = apiFor(context)
  try {
    if (view === 'images') return { view, first: await imagesOf(api).load() }
    if (view === 'appeals') return { view, first: await appealsOf(api).load() }
    if (view === 'terms') return { view, list: bodyOf(await api.GET('/admin/prompt-terms')) }
    return { view, isDecided, first: await reportsOf(api, isDecided).load() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 403) return data(null, { status: 403 })
    return { view: 'failed' as const }
  }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' })
export const meta = () => [{ title: t.pageTitle() }, { name: 'robots', content: 'noindex, nofollow' }]

type Loaded = Exclude<Awaited<ReturnType<typeof loader>>, { type: string }>

/** Shows all images, the reports, the appeals and the list of terms. */
export default function ModerationPage() {
  const loaded = useLoaderData<typeof loader>() as Loaded | null
  const reload = useReloadAfterAct()
  const [search] = useSearchParams()
  if (!loaded) return <AdminsOnly />
  return (
    <Page width="wide" title={t.moderation()} intro={t.moderationIntro()}>
      <nav aria-label={t.moderation()}>
        <ul className={styles.views}>
          {VIEWS.map((view) => (
            <li key={view}>
              <Link
                to={`/admin/moderation?view=${view}`}
                className={styles.view}
                aria-current={viewOf(search.get('view')) === view ? 'page' : undefined}
              >
                {NAMES[view]()}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {loaded.view === 'failed' ? (
        <Notice kind="error" role="alert" title={t.loadFailed()}>
          <a href="/admin/moderation">{kit.tryAgain()}</a>
        </Notice>
      ) : (
        <Card>
          {loaded.view === 'reports' && <ReportQueue {...loaded} onDone={reload} />}
          {loaded.view === 'images' && <ImageList {...loaded} onDone={reload} />}
          {loaded.view === 'appeals' && <AppealQueue {...loaded} onDone={reload} />}
          {loaded.view === 'terms' && <TermList {...loaded} onDone={reload} />}
        </Card>
      )}
    </Page>
  )
}
