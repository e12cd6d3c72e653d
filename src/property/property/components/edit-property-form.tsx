import type { AgentProfile } from '../../../account/account/contract.ts'
import { AddressSection } from './address-section.tsx'
import { AgentSection } from './agent-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { EntrySection } from './entry-section.tsx'
import { HoursSection } from './hours-section.tsx'
import { OccupancySection } from './occupancy-section.tsx'
import { OwnerSection } from './owner-section.tsx'
import { PhotoSection } from './photo-section.tsx'
import type { PropertyForm } from './property-form.tsx'
import { StatusSection } from './status-section.tsx'

/** Shows every field of a stored property. */
export function EditPropertyForm({ form, profile }: { form: PropertyForm; profile: AgentProfile | null }) {
  return (
    <>
      <StatusSection form={form} />
      <PhotoSection form={form} />
      <EntrySection form={form} />
      <OccupancySection form={form} />
      <HoursSection form={form} />
      <AddressSection form={form} />
      <DetailsSection form={form} />
      <AgentSection form={form} profile={profile} />
      <OwnerSection form={form} />
    </>
  )
}
