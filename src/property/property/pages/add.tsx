import { type LoaderFunctionArgs, useLoaderData, useRouteLoaderData } from 'react-router'
import { accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { Page } from '../../../ui/page.tsx'
import { AddPropertyForm } from '../components/add-property-form.tsx'
import { DASHBOARD, type DashboardData } from '../components/dashboard-data.tsx'
import { useAddProperty } from '../components/use-add-property.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  return { profile: bodyOf(await accountApiFor(context).GET('/api/showingbooker/profile')) }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store' })
export const meta = () => [{ title: 'Add property · ShowingBooker' }, { name: 'robots', content: 'noindex' }]

export default function AddPage() {
  const { profile } = useLoaderData<typeof loader>()
  const account = useRouteLoaderData<DashboardData>(DASHBOARD)?.account
  const add = useAddProperty({ accountId: account?.id ?? '', isAdmin: account?.role === 'admin' })
  return (
    <Page title="Add Property" intro="Its address, its hours and the people around it. You can change all of it later.">
      <AddPropertyForm add={add} profile={profile} />
    </Page>
  )
}
