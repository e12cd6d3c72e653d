import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router'
import { apiFor, bodyOf } from '../../../platform/api-client.ts'
import { isCalendarDate } from '../../../platform/calendar-date.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { keepFields } from '../../../ui/unsent-fields.ts'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import { PayLinkSent } from '../../booking/components/pay-links.tsx'
import { byLabel } from '../../booking/components/use-showings.tsx'
import { isClockTime } from '../../booking/domain.ts'
import type { PayLink } from '../../booking/pay-link-domain.ts'
import * as t from '../../text/booking.ts'
import { HandForm } from '../components/hand-form.tsx'
import { bookable, findBookable } from '../components/property-choice.tsx'

export async function loader({ context, url }: LoaderFunctionArgs) {
  const api = apiFor(context)
  const wanted = url.searchParams.get('property') ?? ''
  const { items, hasMore } = await findBookable(api)
  const ofOne = async (id: string) => {
    const answer = await api.GET('/api/showingbooker/properties/{id}', { params: { path: { id } } }).catch(() => null)
    return answer ? bookable([bodyOf(answer)]) : []
  }
  const isMissing = wanted !== '' && items.every(({ value }) => value !== wanted)
  const properties = { items: [...items, ...(isMissing ? await ofOne(wanted) : [])].sort(byLabel), hasMore }
  const [date = '', time = '', at = ''] = ['date', 'time', 'at'].map((name) => url.searchParams.get(name) ?? '')
  const start = isCalendarDate(date) && isClockTime(time) ? { date, time } : { date: '', time: '' }
  const moment = isCalendarDate(at.slice(0, 10)) && !Number.isNaN(Date.parse(at)) ? at : ''
  return { properties, wanted, start, moment }
}

export const meta = () => [{ title: t.metaBookByHand() }, { name: 'robots', content: 'noindex' }]

/** Books a showing for a visitor who phoned, in a dialog over the list of upcoming showings. */
export default function BookByHandDialog() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const unsentName = `book-by-hand:${search}`
  function close() {
    keepFields(unsentName, null)
    void navigate({ pathname: '/upcoming', search }, { preventScrollReset: true })
  }
  return (
    <Dialog wide title={t.bookByHand()} onClose={close}>
      <Content unsentName={unsentName} onClose={close} />
    </Dialog>
  )
}

function Content({ unsentName, onClose }: { unsentName: string; onClose: () => void }) {
  const { properties, wanted, start, moment } = useLoaderData<typeof loader>()
  const reload = useReloadAfterAct()
  const [sent, setSent] = useState<PayLink>()
  if (sent) return <PayLinkSent link={sent} onClose={onClose} />
  if (properties.items.length === 0) {
    return (
      <EmptyState icon="home" title={t.handNoProperties()}>
        <ButtonLink href="/add">{t.handAddProperty()}</ButtonLink>
      </EmptyState>
    )
  }
  const only = properties.items.length === 1 ? properties.items[0]?.value : undefined
  return (
    <HandForm
      properties={properties}
      first={properties.items.some(({ value }) => value === wanted) ? wanted : (only ?? '')}
      start={start}
      moment={moment}
      unsentName={unsentName}
      onClose={onClose}
      onSent={(link) => {
        keepFields(unsentName, null)
        setSent(link)
        void reload()
      }}
      onBooked={(text) => {
        showToast({ kind: 'success', text })
        onClose()
      }}
    />
  )
}
