import { instantName, keepTime } from '../../../ui/date-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { ShowingRecord } from '../../booking/contract.ts'
import * as t from '../../text/evidence.ts'

/** Shows by when the notice of a showing must be served, and its status. */
export function Deadlines({ showing, now }: { showing: ShowingRecord; now: string }) {
  const { notice, time_zone, complianceReasons } = showing
  if (!notice) return null
  const by = (deadline: string) => {
    const time = keepTime(instantName(deadline, time_zone))
    return deadline < now ? t.past({ time }) : time
  }
  const times =
    notice.deliverBy && notice.mailBy
      ? t.servedBefore({ deliverBy: by(notice.deliverBy), mailBy: by(notice.mailBy) })
      : t.otherState()
  if (notice.state === 'served')
    return (
      <Notice kind="success" title={t.servedOnRecord()}>
        <p>{complianceReasons[0]}</p>
      </Notice>
    )
  return (
    <Notice kind="warning" title={notice.state === 'not_served' ? t.notServedYet() : t.notEnough()}>
      <p>{times}</p>
      {notice.state === 'not_enough' && <p>{complianceReasons[0]}</p>}
    </Notice>
  )
}
