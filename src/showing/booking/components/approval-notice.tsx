import { nearInstantName } from '../../../ui/date-names.ts'
import { keepTime } from '../../../ui/date-time.ts'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'

/** Tells the agent, before they approve a request, when the notice must be posted, or that it is too late. */
export function ApprovalNotice({ showing: { noticeOnApproval, time_zone } }: { showing: ShowingRecord }) {
  if (!noticeOnApproval) return null
  const time = keepTime(nearInstantName(noticeOnApproval.deliverBy, time_zone))
  if (noticeOnApproval.isTooLate) return <strong>{t.approvalTooLate({ time })}</strong>
  return <span>{t.approvalNotice({ time })}</span>
}
