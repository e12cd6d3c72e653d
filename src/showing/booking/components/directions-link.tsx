import { directionsUrl } from '../../../platform/directions.ts'
import { hidden, rich } from '../../../ui/rich.ts'
import * as t from '../../text/booking.ts'

/** Opens directions to an address in a new tab. */
export const DirectionsLink = ({ address }: { address: string }) => (
  <a href={directionsUrl(address)} target="_blank" rel="noreferrer">
    {rich(t.directions({ span: hidden }))}
  </a>
)
