import { data, type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router'
import { ApiError, accountApiFor, api, bodyOf } from '../../../platform/api-client.ts'
import { listOf } from '../../../platform/api-list.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import { ShowMore } from '../../../ui/show-more.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import * as t from '../../text/compliance.ts'
import { LoggedBooking } from '../components/logged-booking.tsx'
import { VerifyLog } from '../components/verify-log.tsx'
import type { LogPage } from '../contract.ts'
import styles from './logs.module.css'

const asked = (id: string) => ({ path: { id }, query: { limit: 20 } })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const id = params.id ?? ''
  try {
    const params = asked(id)
    const answer = await accountApiFor(context).GET('/api/showingbooker/properties/{id}/bookings', { params })
    return { id, page: bodyOf(answer) }
  } catch (error) {
    // An invalid ID names no property.
    if (error instanceof ApiError && error.status === 400) throw data(null, { status: 404 })
    throw error
  }
}

export const meta = () => [{ title: t.logsMetaTitle() }, { name: 'robots', content: 'noindex' }]

/** Shows the compliance log of one property in a dialog over the list of properties. */
export default function LogsDialog() {
  const { id, page } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { full_address, is_demo } = page.property
  const isEmpty = page.logs.length === 0
  return (
    <Dialog
      wide
      title={t.logsTitle()}
      onClose={() => void navigate({ pathname: '/properties', search }, { preventScrollReset: true })}
    >
      <div className={styles.body}>
        <p className={styles.address}>{full_address}</p>
        {is_demo && (
          <Notice kind="info" title={t.demoHome()}>
            <p>{t.demoHomeWords()}</p>
          </Notice>
        )}
        {!is_demo && isEmpty && <EmptyState icon="shield" title={t.noShowings()} />}
        {!is_demo && !isEmpty && (
          <>
            <Tools key={id} id={id} />
            <Bookings key={`of ${id}`} id={id} page={page} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function Tools({ id }: { id: string }) {
  const file = (kind: 'csv' | 'pdf') => `/api/showingbooker/properties/${id}/logs.${kind}`
  return (
    <div className={styles.tools}>
      <VerifyLog id={id} />
      <ButtonLink variant="secondary" href={file('csv')} download>
        <Icon name="download" />
        {t.csv()}
      </ButtonLink>
      <ButtonLink variant="secondary" href={file('pdf')} target="_blank" rel="noreferrer">
        <Icon name="print" />
        {rich(t.print({ hidden }))}
      </ButtonLink>
    </div>
  )
}

function Bookings({ id, page }: { id: string; page: LogPage }) {
  const list = listOf(api, '/api/showingbooker/properties/{id}/bookings', 'logs', asked(id))
  const first = { items: page.logs, nextCursor: page.nextCursor }
  const { items, ...rest } = usePages(list, first, { idOf: ({ bookingId }) => bookingId })
  return (
    <>
      <ol className={styles.bookings}>
        {items.map((log) => (
          <li key={log.bookingId}>
            <LoggedBooking log={log} />
          </li>
        ))}
      </ol>
      <ShowMore {...rest} />
    </>
  )
}
