import * as t from '../../text/property.ts'
import { FormSection } from './form-section.tsx'
import { PhotoField } from './photo-field.tsx'
import type { PropertyForm } from './property-form.tsx'

export function PhotoSection({ form }: { form: PropertyForm }) {
  return (
    <FormSection form={form} title={t.fieldPhoto()} intro={t.photoIntro()}>
      <PhotoField form={form} />
    </FormSection>
  )
}
