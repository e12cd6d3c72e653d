import * as t from '../../text/property.ts'
import { FormLines } from './form-controls.tsx'
import { FormSection } from './form-section.tsx'
import type { PropertyForm } from './property-form.tsx'

export function EntrySection({ form }: { form: PropertyForm }) {
  return (
    <FormSection form={form} title={t.entry()}>
      <FormLines form={form} name="showing_instructions" hint={t.entryIntro()} />
    </FormSection>
  )
}
