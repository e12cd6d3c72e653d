import { useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Button } from '../../../ui/button.tsx'
import { Reference } from '../../../ui/reference.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import type { NamedDifference, Operations } from '../contract.ts'
import { ageWords } from '../messages.ts'

type Props = {
  first: { items: NamedDifference[]; nextCursor: string | null }
  standing: Operations['reconciliation']
  readAt: string
  onDone: () => Promise<void>
}

/** Whether provider, payments and bookings agree. */
export function MoneyDifferences({ first, standing: { recent, whole }, readAt, onDone }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const { items, ...more } = usePages({ key: 'differences', first, load })
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

async function load(cursor: string) {
  const query = { cursor, limit: 10 }
  const { differences, nextCursor } = bodyOf(
    await api.GET('/api/showingbooker/admin/operations/differences', { params: { query } }),
  )
  return { items: differences, nextCursor }
}
