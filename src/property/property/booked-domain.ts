import type { Property } from './contract.ts'

type Edited = Pick<Property, 'address_line1' | 'unit_number' | 'city' | 'state' | 'zip_code'> &
  Pick<Property, 'occupancy_status' | 'is_demo' | 'next_showing'>

const ADDRESS = ['address_line1', 'unit_number', 'city', 'state', 'zip_code'] as const

/**
 * Returns what an edit means for showings that are already booked: buyers have the earlier address, or there is a
 * resident now, who may need a notice. An edit that is undone means nothing.
 * @param names the changed fields
 * @param before the property when its form opened
 */
export function effectOnBooked(names: readonly string[], before: Edited, after: Edited): 'address' | 'resident' | null {
  if (after.is_demo || after.next_showing === null) return null
  const isMoved = ADDRESS.some((name) => after[name] !== before[name])
  if (isMoved && ADDRESS.some((name) => names.includes(name))) return 'address'
  const isMovedIn = after.occupancy_status === 'resident' && before.occupancy_status !== 'resident'
  return isMovedIn && names.includes('occupancy_status') ? 'resident' : null
}
