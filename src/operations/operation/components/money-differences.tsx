import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Button } from '../../../ui/button.tsx'
import { Reference } from '../../../ui/reference.tsx'
import { rich } from '../../../ui/rich.ts'
import { Row, Rows } from '../../../ui/rows.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import * as t from '../../text/operation.ts'
import type { NamedDifference, Operations } from '../contract.ts'
import { ageWords } from '../messages.ts'

export const differencesOf = (client: ApiClient) =>
  listOf(client, '/api/showingbooker/admin/operations/differences', 'differences', { query: { limit: 10 } })

type Props = {
  first: Page<NamedDifference>
  rounds: Operations['reconciliation']
  readAt: string
  onDone: () => Promise<void>
}

/** Shows whether provider, payments and bookings agree. */
export function MoneyDifferences({ first, rounds: { recent, whole }, readAt, onDone }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const { items, ...more } = usePages(differencesOf(api), first)
  async function compareAll() {
    setIsBusy(true)
    try {
      await api.POST('/api/showingbooker/admin/operations/reconcile')
      showToast({ kind: 'success', text: t.comparedNow() })
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
          ? t.lastRound({
              ageWords: ageWords(recent.finishedAt, readAt),
              compared: recent.compared,
              tookMs: recent.tookMs,
            })
          : t.noRound()}{' '}
        {whole && t.wholeCompared({ compared: whole.compared, ageWords: ageWords(whole.finishedAt, readAt) })}
      </p>
      <p>
        <Button variant="secondary" busy={isBusy} onClick={compareAll}>
          {t.compareNow()}
        </Button>
      </p>
      <Rows empty={recent || whole ? t.allAgrees() : t.noDifference()} more={more}>
        {items.map((one) => (
          <Row key={one.id} title={one.what[0]?.toUpperCase() + one.what.slice(1)}>
            <p>{one.meaning}</p>
            {one.bookingId && one.confirmationNumber && (
              <p>
                {rich(
                  t.bookingNumber({
                    link: (inner) => <a href={`/calendar/showings/${one.bookingId}`}>{inner}</a>,
                    number: one.confirmationNumber,
                  }),
                )}
              </p>
            )}
            <p>
              {t.firstSeenLabel()} <AccountTime at={one.firstSeenAt} precision="second" />
            </p>
            <p>
              <Reference kind={one.subject} id={one.subjectId} />
            </p>
            {one.intentId && (
              <p>
                <Reference kind="intent" id={one.intentId} />
              </p>
            )}
          </Row>
        ))}
      </Rows>
    </>
  )
}
