import * as t from '../../text/property.ts'
import { TYPE_NAMES, typeName } from '../type-domain.ts'
import { FormLines, FormSelect, FormText } from './form-controls.tsx'
import { FormSection, Row } from './form-section.tsx'
import type { PropertyForm } from './property-form.tsx'

const TYPES = Object.keys(TYPE_NAMES)

/** Asks for the facts of the property, which all appear on its booking page. */
export function DetailsSection({ form }: { form: PropertyForm }) {
  const { property_type } = form.values
  const types = TYPES.includes(property_type) || !property_type ? TYPES : [...TYPES, property_type]
  return (
    <FormSection form={form} title={t.details()} intro={t.detailsIntro()}>
      <FormSelect
        form={form}
        name="property_type"
        options={types.map((value) => ({ value, label: typeName(value) }))}
      />
      <Row>
        <FormText form={form} name="bedrooms" optional inputMode="decimal" autoComplete="off" />
        <FormText form={form} name="bathrooms" optional inputMode="decimal" autoComplete="off" />
      </Row>
      <Row>
        <FormText form={form} name="square_feet" optional inputMode="numeric" autoComplete="off" />
        <FormText
          form={form}
          name="rent_amount"
          label={t.rentInDollars()}
          optional
          inputMode="numeric"
          autoComplete="off"
        />
      </Row>
      <FormLines form={form} name="description" hint={t.descriptionHint()} />
    </FormSection>
  )
}
