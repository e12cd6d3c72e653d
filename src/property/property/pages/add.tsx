import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRouteLoaderData } from 'react-router'
import { accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { Page } from '../../../ui/page.tsx'
import * as t from '../../text/property.ts'
import { AddPropertyForm } from '../components/add-property-form.tsx'
import { DASHBOARD, type DashboardData } from '../components/dashboard-data.tsx'
import { startValues } from '../components/start-values.tsx'
import { useAddProperty } from '../components/use-add-property.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const api = accountApiFor(context)
  const [profile, contact, session] = await Promise.all([
    api.GET('/api/showingbooker/profile'),
    api.GET('/api/showingbooker/properties/start-contact'),
    api.GET('/api/auth/get-session'),
  ])
  // Load two, because one may be the demo property, which no one shows.
  const own = { agent_id: bodyOf(session)?.user.id, limit: 2 }
  const { properties } = bodyOf(await api.GET('/api/showingbooker/properties', { params: { query: own } }))
  return { profile: bodyOf(profile), contact: bodyOf(contact), isFirst: properties.every(({ is_demo }) => is_demo) }
}

export const meta = () => [{ title: t.addPageTitle() }, { name: 'robots', content: 'noindex' }]

export default function AddPage() {
  const { profile, contact, isFirst } = useLoaderData<typeof loader>()
  const account = useRouteLoaderData<DashboardData>(DASHBOARD)?.account
  // Fill in what we know about the agent once, so that a profile saved in the meantime does not overwrite typed text.
  const [start] = useState(() => startValues(contact, isFirst))
  const add = useAddProperty({ accountId: account?.id ?? '', isAdmin: account?.role === 'admin', start })
  return (
    <Page title={t.addTitle()} intro={t.addIntro()}>
      <AddPropertyForm add={add} profile={profile} copiedFrom={contact.copied_from} />
    </Page>
  )
}
