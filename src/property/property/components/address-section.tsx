import { Link } from 'react-router'
import * as t from '../../text/property.ts'
import { named } from './field-words.tsx'
import { FormSelect, FormText } from './form-controls.tsx'
import styles from './form-section.module.css'
import { FormSection, Row } from './form-section.tsx'
import type { PropertyForm } from './property-form.tsx'
import { ZONES } from './zone-words.tsx'

/** States of the form (booking.md section 5). The import and the API take any state, and such a property keeps it. */
const STATES = [
  { value: 'CA', label: t.stateCA },
  { value: 'NV', label: t.stateNV },
  { value: 'AZ', label: t.stateAZ },
  { value: 'OR', label: t.stateOR },
  { value: 'WA', label: t.stateWA },
]

export function AddressSection({ form }: { form: PropertyForm }) {
  const { state, time_zone } = form.values
  const states = STATES.some(({ value }) => value === state)
    ? named(STATES)
    : [...named(STATES), { value: state, label: state }]
  const zones = ZONES.some(({ value }) => value === time_zone)
    ? named(ZONES)
    : [...named(ZONES), { value: time_zone, label: time_zone }]
  return (
    <FormSection form={form} title={t.address()}>
      <FormText form={form} name="address_line1" autoComplete="off" />
      <Row>
        <FormText form={form} name="unit_number" optional autoComplete="off" />
        <FormText form={form} name="city" autoComplete="off" />
      </Row>
      <Row>
        <FormSelect form={form} name="state" options={states} />
        <FormText form={form} name="zip_code" inputMode="numeric" autoComplete="off" />
      </Row>
      {form.kind === 'add' && (
        <p className={styles.intro}>
          <Link to="/properties/import">{t.otherStates()}</Link>
        </p>
      )}
      {form.kind === 'edit' && <FormSelect form={form} name="time_zone" options={zones} hint={t.zoneHint()} />}
    </FormSection>
  )
}
