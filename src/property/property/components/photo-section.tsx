import * as t from '../../text/property.ts'
import { FormSection } from './form-section.tsx'
import { PhotosField } from './photos-field.tsx'
import type { PropertyForm } from './property-form.tsx'

export function PhotoSection({ form }: { form: PropertyForm }) {
  return (
    <FormSection form={form} title={t.fieldPhotos()} intro={t.photoIntro()}>
      <PhotosField form={form} />
    </FormSection>
  )
}
