import { firstNameAndInitial } from '../../platform/person-name.ts'
import type { ShowingRecord } from '../booking/contract.ts'
import type { OwnerReport } from './contract.ts'

type Shown = Pick<ShowingRecord, 'datetime' | 'status' | 'buyerName' | 'noticeStatus' | 'visitorFeedback' | 'is_demo'>

/** Returns showings as an owner may see them: without the visitors' contacts, full names, or comments. */
export function ownerShowings(records: Shown[]): OwnerReport['showings'] {
  return records.map(({ datetime, status, buyerName, noticeStatus, visitorFeedback }) => ({
    startsAt: datetime,
    status,
    visitor: firstNameAndInitial(buyerName),
    noticeStatus,
    feedback: visitorFeedback && {
      interest: visitorFeedback.interest,
      price: visitorFeedback.price,
      condition: visitorFeedback.condition,
    },
  }))
}
