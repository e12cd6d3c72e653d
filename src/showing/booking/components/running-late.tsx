import { api, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'
import { useShowingAct } from './use-showing-act.tsx'

type RunningLateProps = { showing: ShowingRecord; onChanged: (showing: ShowingRecord) => Promise<void> }

/**
 * Lets the agent tell the buyer with one tap that they are running late, from an hour before the start until the end.
 */
export function RunningLate({ showing, onChanged }: RunningLateProps) {
  const { id, buyerName } = showing
  const { isBusy, act } = useShowingAct(id, onChanged)
  const { next } = showing.late
  if (next === null) return null
  const notify = (minutes: 10 | 20 | 30) =>
    act(
      async () => {
        const params = { path: { id } }
        return bodyOf(await api.POST('/api/showingbooker/bookings/{id}/running-late', { params, body: { minutes } }))
      },
      t.toldLate({ buyer: buyerName, minutes }),
    )
  return (
    <Button variant="secondary" busy={isBusy} onClick={() => notify(next as 10 | 20 | 30)}>
      {t.runLate({ minutes: next })}
      <span className="visually-hidden">: {buyerName}</span>
    </Button>
  )
}
