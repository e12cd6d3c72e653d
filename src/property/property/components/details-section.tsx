import { FormSelect, FormText } from './form-controls.tsx'
import { FormSection, Row } from './form-section.tsx'
import type { PropertyForm } from './property-form.tsx'

const TYPES = ['apartment', 'house', 'condo', 'townhouse', 'duplex', 'studio', 'loft', 'room']

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

/** What the home is: all of it stands on its booking page. */
export function DetailsSection({ form }: { form: PropertyForm }) {
  const { property_type } = form.values
  const types = TYPES.includes(property_type) || !property_type ? TYPES : [...TYPES, property_type]
  return (
    <FormSection
      form={form}
      title="Details"
      intro="They stand on the booking page. Leave out what you do not want there."
    >
      <FormSelect form={form} name="property_type" options={types.map((value) => ({ value, label: capital(value) }))} />
      <Row>
        <FormText form={form} name="bedrooms" optional inputMode="decimal" autoComplete="off" />
        <FormText form={form} name="bathrooms" optional inputMode="decimal" autoComplete="off" />
      </Row>
      <Row>
        <FormText form={form} name="square_feet" optional inputMode="numeric" autoComplete="off" />
        <FormText
          form={form}
          name="rent_amount"
          label="Rent per month, in dollars"
          optional
          inputMode="numeric"
          autoComplete="off"
        />
      </Row>
    </FormSection>
  )
}
