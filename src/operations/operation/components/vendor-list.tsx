import { Badge } from '../../../ui/badge.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import type { Vendor } from '../contract.ts'
import { ageWords, CHANNELS, STATES, vendorWords } from '../messages.ts'

/** Who carries the money and the messages, and how it goes. */
export function VendorList({ vendors, readAt }: { vendors: Vendor[]; readAt: string }) {
  return (
    <Rows empty="">
      {vendors.map((one) => (
        <Row
          key={one.channel}
          title={CHANNELS[one.channel]}
          tags={<Badge tone={STATES[one.state].tone}>{STATES[one.state].word}</Badge>}
        >
          <p>{vendorWords(one)}</p>
          <p>
            {one.lastOkAt ? `Last success ${ageWords(one.lastOkAt, readAt)} ago` : 'No success yet'}
            {one.lastFailureAt &&
              `, last failure ${ageWords(one.lastFailureAt, readAt)} ago: ${one.lastFailureKind ?? 'no reason known'}`}
          </p>
          {one.leftAloneUntil && <p>It is called again in {ageWords(readAt, one.leftAloneUntil)}.</p>}
        </Row>
      ))}
    </Rows>
  )
}
