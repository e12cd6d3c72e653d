import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Card, Facts } from '../../../ui/card.tsx'
import { Page } from '../../../ui/page.tsx'
import { cleanReceipt } from '../domain.ts'

export const loader = ({ url }: LoaderFunctionArgs) => ({
  receipt: cleanReceipt(url.searchParams.get('receipt')),
})

export const headers = () => ({ 'Cache-Control': 'private, no-store' })
export const meta = () => [{ title: 'Account deleted · ShowingBooker' }, { name: 'robots', content: 'noindex' }]

/** Where a deletion ends in the browser: nobody is signed in any more. */
export default function DeletedPage() {
  const { receipt } = useLoaderData<typeof loader>()
  return (
    <Page title="Account deleted" intro="You are signed out everywhere, and nobody can sign in to it again.">
      <Card title="Your receipt">
        {receipt && <Facts facts={[{ name: 'Receipt number', value: receipt }]} />}
        <p>
          What is left of the account is being deleted now. The receipt goes to the email address that it had; keep its
          number if you have to ask about it.
        </p>
        <p>
          <a href="/showingbooker">ShowingBooker</a> · <a href="/privacy#how-long">What we keep, and how long</a>
        </p>
      </Card>
    </Page>
  )
}
