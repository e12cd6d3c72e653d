import { type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router'
import { accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { capitalized } from '../../../ui/date-names.ts'
import { dayName, keepTime } from '../../../ui/date-time.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Toasts } from '../../../ui/toast.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/booking.ts'
import { ComplianceFacts } from '../components/compliance-facts.tsx'
import { ShowingActions } from '../components/showing-actions.tsx'
import { ShowingItem } from '../components/showing-item.tsx'
import { useActionDialog } from '../components/use-action-dialog.tsx'
import type { ShowingLinkState } from '../showing-link-domain.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const path = { id: params.id ?? '' }
  return bodyOf(await accountApiFor(context).GET('/api/showingbooker/bookings/{id}', { params: { path } }))
}

export const meta = () => [{ title: t.metaShowing() }, { name: 'robots', content: 'noindex' }]

/** Shows one showing in full over the overview or the calendar. */
export default function ShowingDialog() {
  const showing = useLoaderData<typeof loader>()
  const close = useClose()
  const reload = useReloadAfterAct()
  const actions = useActionDialog(reload)
  return (
    <Dialog title={keepTime(capitalized(dayName(showing.date).full))} onClose={close}>
      <ShowingItem
        showing={showing}
        level="h3"
        actions={<ShowingActions showing={showing} ask={actions.ask} onChanged={actions.onChanged} />}
      >
        <ComplianceFacts showing={showing} />
      </ShowingItem>
      {actions.dialog}
      <Toasts />
    </Dialog>
  )
}

/**
 * Returns a function that leads back to where someone opened the dialog, or to the page below it. The browser's Back
 * button does not open the dialog again.
 */
function useClose() {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  if ((state as ShowingLinkState | null)?.isOpenedHere) return () => void navigate(-1)
  const parent = `/${pathname.split('/')[1]}`
  return () => void navigate({ pathname: parent, search }, { replace: true, preventScrollReset: true })
}
