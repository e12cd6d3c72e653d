import { useEffect, useState } from 'react'
import { ApiError, api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { nearInstantName } from '../../../ui/date-names.ts'
import { keepTime } from '../../../ui/date-time.ts'
import { focusOn, isFocusLost } from '../../../ui/focus-on.ts'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/booking.ts'
import { lostLetterWords } from '../buyer-page-messages.ts'
import type { BuyerPage } from '../contract.ts'
import styles from './answer-proposal.module.css'

/** Asks the buyer about the new time that the agent proposes. They answer with one tap. */
export function AnswerProposal({ page }: { page: BuyerPage }) {
  const { proposal, proposedByAdmin, proposalLosesLetter, booking, can } = page
  const reload = useReloadAfterAct()
  const isAlive = useIsAlive()
  const [sending, setSending] = useState<'agree' | 'keep'>()
  const [fault, setFault] = useState<string>()
  // The proposal ended elsewhere, and the pressed button is gone.
  const hasEnded = !proposal && fault !== undefined
  useEffect(() => {
    if (hasEnded && isFocusLost()) focusOn('h1')
  }, [hasEnded])
  if (!proposal) return fault ? <Notice kind="info" role="alert" title={fault} /> : null
  const name = (instant: string) => keepTime(nearInstantName(instant, booking.time_zone))
  const when = name(booking.startsAt)
  const proposed = name(proposal.startsAt)
  const canMove = can.move ? 'yes' : 'no'
  const token = booking.manageUrl.split('/').pop() ?? ''

  async function answer(choice: 'agree' | 'keep', proposalId: string) {
    setSending(choice)
    setFault(undefined)
    try {
      const path = '/api/showingbooker/public/booking/{token}/answer-move'
      await api.POST(path, { params: { path: { token } }, body: { proposalId, answer: choice } })
      showToast({ kind: 'success', text: choice === 'agree' ? t.showingMoved() : t.keptTime() })
      await reload()
      document.querySelector<HTMLElement>('h1')?.focus()
    } catch (error) {
      setFault((error as Error).message)
      if (error instanceof ApiError && error.status === 409) await reload()
    }
    setSending(undefined)
  }
  const button = (choice: 'agree' | 'keep', label: string) => (
    <Button
      variant={choice === 'agree' ? 'primary' : 'secondary'}
      wide
      busy={sending === choice}
      disabled={!isAlive || sending !== undefined}
      onClick={() => answer(choice, proposal.id)}
    >
      {label}
    </Button>
  )
  return (
    <Card title={t.newTimeProposed()}>
      <p>
        {t.newTimeAsks({ by: proposedByAdmin ? 'admin' : 'agent', proposed, when, due: name(proposal.dueAt) })}{' '}
        {proposalLosesLetter ? lostLetterWords() : t.newTimeTerms({ canMove })}
      </p>
      {proposal.reason && (
        <p className={styles.reason}>
          {(proposedByAdmin ? t.adminsReason : t.agentsReason)({ reason: proposal.reason })}
        </p>
      )}
      {fault && <Notice kind="error" role="alert" title={fault} />}
      <div className={styles.answers}>
        {button('agree', t.agreeToTime({ proposed }))}
        {button('keep', t.keepTime({ when }))}
      </div>
    </Card>
  )
}
