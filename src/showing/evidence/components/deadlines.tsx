import { instantName } from '../../../ui/date-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { ShowingRecord } from '../../booking/contract.ts'

/** By when the notice of a showing is to be served, and how far it is. */
export function Deadlines({ showing, now }: { showing: ShowingRecord; now: string }) {
  const { notice, time_zone, complianceReasons } = showing
  if (!notice) return null
  const by = (deadline: string) => `${instantName(deadline, time_zone)}${deadline < now ? ' (past)' : ''}`
  const times =
    notice.deliverBy && notice.mailBy
      ? `Handed over or left at the door by ${by(notice.deliverBy)}; mailed by ${by(notice.mailBy)}.`
      : "The law of the home's own state says by when; it is not computed here."
  if (notice.state === 'served')
    return (
      <Notice kind="success" title="The notice is on record as served">
        <p>{complianceReasons[0]}</p>
      </Notice>
    )
  return (
    <Notice
      kind="warning"
      title={notice.state === 'not_served' ? 'The notice is not served yet' : 'What is on record is not enough'}
    >
      <p>{times}</p>
      {notice.state === 'not_enough' && <p>{complianceReasons[0]}</p>}
    </Notice>
  )
}
