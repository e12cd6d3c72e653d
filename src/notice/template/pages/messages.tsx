import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { Page } from '../../../ui/page.tsx'
import { MessageChoicesCard } from '../../preference/components/message-choices.tsx'
import * as t from '../../text/preference.ts'
import { TemplatesCard } from '../components/templates-card.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const api = accountApiFor(context)
  const [{ choices }, { templates }] = await Promise.all([
    api.GET('/api/showingbooker/message-choices').then(bodyOf),
    api.GET('/api/showingbooker/message-templates').then(bodyOf),
  ])
  return { choices, templates }
}

export const meta = () => [{ title: t.pageTitle() }, { name: 'robots', content: 'noindex' }]

/** Shows which messages reach the agent, and what the agent often writes to buyers. */
export default function MessagesPage() {
  const { choices, templates } = useLoaderData<typeof loader>()
  return (
    <Page title={t.pageHeading()}>
      <MessageChoicesCard stored={choices} />
      <TemplatesCard templates={templates} />
    </Page>
  )
}
