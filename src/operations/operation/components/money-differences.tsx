import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Button } from '../../../ui/button.tsx'
import { Reference } from '../../../ui/reference.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import type { NamedDifference, Operations } from '../contract.ts'
import { ageWords } from '../messages.ts'

export const differencesOf = (client: ApiClient) =>
  listOf(client, '/api/showingbooker/admin/operations/differences', 'differences', { query: { limit: 10 } })

type Props = {
  first: Page<NamedDifference>
  standing: Operations['reconciliation']
  readAt: string
  onDone: () => Promise<void>
}

/** Whether provider, payments and bookings agree. */
export function MoneyDifferences({ first, standing: { recent, whole }, readAt, onDone }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const { items, ...more } = usePages(differencesOf(api), first)
  async function compareAll() {
    setIsBusy(true)
    try {
      await api.POST('/api/showingbooker/admin/operations/reconcile')
      showToast({ kind: 'success', text: 'All payments are compared now.' })
    } catch (error) {
      showToast({ kind: 'error', text: (error as Error).message })
    }
    await onDone()
    setIsBusy(false)
  }
  return (
    <>
      <p>
        {recent
          ? `Last minute's round ${ageWords(recent.finishedAt, readAt)} ago: ${recent.compared} payments compared in ${recent.tookMs} ms.`
          : 'No round has been made yet.'}{' '}
        {whole && `All ${whole.compared} payments were compared ${ageWords(whole.finishedAt, readAt)} ago.`}
      </p>
      <p>
        <Button variant="secondary" busy={isBusy} onClick={compareAll}>
          Compare everything now
        </Button>
      </p>
      <Rows empty={recent || whole ? 'Everything agrees.' : 'Nothing is known to differ.'} more={more}>
        {items.map((one) => (
          <Row key={one.id} title={one.what[0]?.toUpperCase() + one.what.slice(1)}>
            <p>{one.meaning}</p>
            <p>
              First seen <AccountTime at={one.firstSeenAt} precision="second" />
            </p>
            <p>
              <Reference kind={one.subject} id={one.subjectId} />
            </p>
          </Row>
        ))}
      </Rows>
    </>
  )
}
