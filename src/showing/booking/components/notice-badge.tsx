import type { NoticeStatus } from '../../../notice/entry-notice/contract.ts'
import { NOTICE_TONES, noticeStatusName } from '../../../notice/entry-notice/status-domain.ts'
import { Badge } from '../../../ui/badge.tsx'

/** Shows the state of the notice to a tenant, or nothing if no one needs notice. */
export function NoticeBadge({ status }: { status: NoticeStatus | null }) {
  if (!status || status === 'not_needed') return null
  return <Badge tone={NOTICE_TONES[status]}>{noticeStatusName(status)}</Badge>
}
