import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import type { ShowingRecord } from '../contract.ts'
import { noticeName } from '../domain.ts'

type Notice = NonNullable<ShowingRecord['notice']>
const TONES: Record<Notice['state'], BadgeTone> = { not_served: 'waiting', not_enough: 'bad', served: 'good' }

/** Shows the state of the notice to a tenant, or nothing if nobody must be served. */
export function NoticeBadge({ notice }: { notice: ShowingRecord['notice'] }) {
  return notice && <Badge tone={TONES[notice.state]}>{noticeName(notice.state)}</Badge>
}
