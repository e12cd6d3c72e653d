import * as t from '../../text/property.ts'
import { APPROVALS, named, statusesFor } from './field-words.tsx'
import { FormRadios } from './form-controls.tsx'
import { FormSection } from './form-section.tsx'
import type { PropertyForm } from './property-form.tsx'

/** Asks whether a stored property can be booked, and whether its bookings need a decision. */
export function StatusSection({ form }: { form: PropertyForm }) {
  const { status } = form.values
  return (
    <FormSection form={form} title={t.statusAndApproval()}>
      <FormRadios
        form={form}
        name="status"
        options={named(statusesFor(status, form.isAdmin))}
        hint={status === 'listed' ? t.statusListed() : t.statusUnlisted()}
      />
      <FormRadios form={form} name="booking_approval" options={named(APPROVALS)} hint={t.approvalHint()} />
    </FormSection>
  )
}
