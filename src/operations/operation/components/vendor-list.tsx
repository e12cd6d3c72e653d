import { Badge } from '../../../ui/badge.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import * as t from '../../text/operation.ts'
import type { Vendor } from '../contract.ts'
import { ageWords, CHANNELS, STATES, vendorWords } from '../messages.ts'

/** Lists the vendors that move money and send messages, and the state of each. */
export function VendorList({ vendors, readAt }: { vendors: Vendor[]; readAt: string }) {
  return (
    <Rows empty="">
      {vendors.map((one) => (
        <Row
          key={one.channel}
          title={CHANNELS[one.channel]()}
          tags={<Badge tone={STATES[one.state].tone}>{STATES[one.state].word()}</Badge>}
        >
          <p>{vendorWords(one)}</p>
          <p>
            {one.lastOkAt ? t.lastSuccess({ age: ageWords(one.lastOkAt, readAt) }) : t.noSuccess()}
            {one.lastFailureAt &&
              ` · ${t.lastFailure({ age: ageWords(one.lastFailureAt, readAt), reason: one.lastFailureKind ?? t.noReason() })}`}
          </p>
          {one.leftAloneUntil && <p>{t.nextCall({ age: ageWords(readAt, one.leftAloneUntil) })}</p>}
        </Row>
      ))}
    </Rows>
  )
}
