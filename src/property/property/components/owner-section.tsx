import * as t from '../../text/property.ts'
import { ENTITIES, named, OWNERS } from './field-words.tsx'
import { FormRadios, FormSelect, FormText } from './form-controls.tsx'
import { FormSection, Row } from './form-section.tsx'
import type { PropertyForm } from './property-form.tsx'

/** Asks who owns the property, for the agent's records and the log. Never public. */
export function OwnerSection({ form }: { form: PropertyForm }) {
  const names = { form, optional: true, autoComplete: 'off' } as const
  return (
    <FormSection form={form} title={t.owner()} intro={t.ownerIntro()}>
      <FormRadios form={form} name="owner_type" options={named(OWNERS)} />
      {form.values.owner_type === 'entity' && (
        <Row>
          <FormText {...names} name="owner_entity_name" />
          <FormSelect form={form} name="owner_entity_type" optional options={named(ENTITIES)} />
        </Row>
      )}
      <Row>
        <FormText {...names} name="owner_first_name" />
        <FormText {...names} name="owner_last_name" />
      </Row>
      <Row>
        <FormText {...names} name="owner_phone" type="tel" inputMode="tel" />
        <FormText {...names} name="owner_email" type="email" inputMode="email" />
      </Row>
    </FormSection>
  )
}
