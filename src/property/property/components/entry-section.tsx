import { FormLines } from './form-controls.tsx'
import { FormSection } from './form-section.tsx'
import type { PropertyForm } from './property-form.tsx'

export function EntrySection({ form }: { form: PropertyForm }) {
  return (
    <FormSection form={form} title="Entry">
      <FormLines
        form={form}
        name="showing_instructions"
        hint="Lockbox code, gate, alarm, parking. They stand in no message: the buyer sees them on his own page from 60 minutes before a confirmed showing until its end, and each look is logged."
      />
    </FormSection>
  )
}
