import { formatWhole } from '../../../platform/whole-number.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import * as t from '../../text/property.ts'
import type { Property } from '../contract.ts'
import { typeName } from '../type-domain.ts'
import { STATUSES } from './field-words.tsx'

const TONES: Record<Property['status'], BadgeTone> = { listed: 'good', unlisted: 'plain', sold: 'info', rented: 'info' }

export function StatusBadge({ status }: Pick<Property, 'status'>) {
  return <Badge tone={TONES[status]}>{STATUSES.find(({ value }) => value === status)?.label()}</Badge>
}

/** Shows what a listed property is missing. */
export function NeedsBadge({ property: { status, contact } }: { property: Property }) {
  if (status !== 'listed' || contact?.agent_phone) return null
  return <Badge tone="bad">{t.needsPhone()}</Badge>
}

export function factsOf({ property_type, bedrooms, bathrooms, square_feet, rent_amount }: Property): string[] {
  const facts = [
    rent_amount !== null && t.perMonth({ amount: formatWhole(rent_amount) }),
    typeName(property_type),
    bedrooms !== null && t.beds({ count: bedrooms }),
    bathrooms !== null && t.baths({ count: bathrooms }),
    square_feet !== null && t.squareFeet({ amount: formatWhole(square_feet) }),
  ]
  return facts.filter((fact) => fact !== false)
}
