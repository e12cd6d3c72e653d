import { FormSection } from './form-section.tsx'
import { PhotoField } from './photo-field.tsx'
import type { PropertyForm } from './property-form.tsx'

export function PhotoSection({ form }: { form: PropertyForm }) {
  return (
    <FormSection form={form} title="Photo" intro="The first thing a buyer sees.">
      <PhotoField form={form} />
    </FormSection>
  )
}
