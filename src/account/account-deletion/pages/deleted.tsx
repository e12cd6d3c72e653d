import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Card, Facts } from '../../../ui/card.tsx'
import { Page } from '../../../ui/page.tsx'
import * as t from '../../text/account-deletion.ts'
import { cleanReceipt } from '../domain.ts'

export const loader = ({ url }: LoaderFunctionArgs) => ({
  receipt: cleanReceipt(url.searchParams.get('receipt')),
})

export const meta = () => [{ title: t.deletedPageTitle() }, { name: 'robots', content: 'noindex' }]

/** Confirms a deletion in a browser that is no longer signed in. */
export default function DeletedPage() {
  const { receipt } = useLoaderData<typeof loader>()
  return (
    <Page title={t.deletedTitle()} intro={t.deletedIntro()}>
      <Card title={t.yourReceipt()}>
        {receipt && <Facts facts={[{ name: t.receiptNumber(), value: receipt }]} />}
        <p>{t.deletingRest()}</p>
        <p>
          <a href="/showingbooker">ShowingBooker</a> · <a href="/privacy#how-long">{t.whatWeKeep()}</a>
        </p>
      </Card>
    </Page>
  )
}
