import { useEffect, useState } from 'react'
import { data, type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router'
import { accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Toasts } from '../../../ui/toast.tsx'
import { keepFields, keptFields } from '../../../ui/unsent-fields.ts'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import { WhichShowing } from '../../booking/components/which-showing.tsx'
import * as t from '../../text/evidence.ts'
import { Deadlines } from '../components/deadlines.tsx'
import { PostedNow } from '../components/posted-now.tsx'
import { ServiceForm } from '../components/service-form.tsx'
import { ServiceList } from '../components/service-list.tsx'
import { recordingName } from '../components/use-recording.tsx'
import styles from './service.module.css'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const request = { params: { path: { id: params.id ?? '' } } }
  const api = accountApiFor(context)
  const [showing, listed] = await Promise.all([
    api.GET('/api/showingbooker/bookings/{id}', request),
    api.GET('/api/showingbooker/bookings/{id}/service', request),
  ])
  if (!params.id) throw data(null, { status: 404 })
  return { showing: bodyOf(showing), services: bodyOf(listed).services, now: new Date().toISOString() }
}

export const meta = () => [{ title: t.metaService() }, { name: 'robots', content: 'noindex' }]

/** Records how a showing's notice was served, in a dialog over a list or over the evidence. */
export default function ServiceDialog() {
  const { showing, services, now } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const reload = useReloadAfterAct()
  const parent = pathname.startsWith('/showings/')
    ? pathname.replace(/\/service\/?$/, '')
    : `/${pathname.split('/')[1]}`
  const name = recordingName(showing.id)
  // Text from before the session ended must be visible, so we open the part that has it.
  const [isTyped, setIsTyped] = useState(false)
  useEffect(() => setIsTyped(keptFields(name, {}) !== null), [name])
  function close() {
    keepFields(name, null)
    void navigate({ pathname: parent, search }, { preventScrollReset: true })
  }
  return (
    <Dialog title={t.howNoticeServed()} onClose={close}>
      <div className={styles.body}>
        <WhichShowing showing={showing} />
        {showing.notice ? (
          <Deadlines showing={showing} now={now} />
        ) : (
          <Notice kind="info" title={t.noNoticeNeeded()}>
            <p>{t.noNoticeWhy()}</p>
          </Notice>
        )}
        {(services.length > 0 || showing.notice) && (
          <section className={styles.part}>
            <h3 id="services">{t.onRecord()}</h3>
            <ServiceList services={services} timeZone={showing.time_zone} onWithdrawn={reload} />
          </section>
        )}
        {showing.notice && showing.noticeStatus !== 'served' && (
          <PostedNow key={showing.id} showing={showing} onRecorded={reload} onStale={reload} onKept={close} />
        )}
        {showing.notice && (
          <details className={styles.more} open={showing.noticeStatus === 'served' || isTyped || undefined}>
            <summary>{t.otherDetails()}</summary>
            <ServiceForm key={showing.id} showing={showing} onChanged={reload} />
          </details>
        )}
      </div>
      {/* No one can reach anything outside an open dialog, so it needs its own toasts. */}
      <Toasts />
    </Dialog>
  )
}
