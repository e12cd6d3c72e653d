import { APPROVALS, statusesFor } from './field-words.tsx'
import { FormRadios } from './form-controls.tsx'
import { FormSection } from './form-section.tsx'
import type { PropertyForm } from './property-form.tsx'

/** Of a home that is there: whether it can be booked, and whether each booking waits for a decision. */
export function StatusSection({ form }: { form: PropertyForm }) {
  const { status } = form.values
  return (
    <FormSection form={form} title="Status and approval">
      <FormRadios
        form={form}
        name="status"
        options={statusesFor(status, form.isAdmin)}
        hint={
          status === 'listed' ? 'The booking link is open.' : 'The booking link says that the home is not available.'
        }
      />
      <FormRadios
        form={form}
        name="booking_approval"
        options={APPROVALS}
        hint="Each booking that waits for you is due within 48 hours; the card is charged when you approve."
      />
    </FormSection>
  )
}
