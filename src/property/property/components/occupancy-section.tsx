import { useRef } from 'react'
import { offeredLanguages } from '../../../platform/language.ts'
import * as t from '../../text/property.ts'
import { named, OCCUPANCIES, RESIDENT_LANGUAGES, RESIDENTS } from './field-words.tsx'
import { FormCheckbox, FormRadios, FormSelect, FormText } from './form-controls.tsx'
import { FormSection, Row } from './form-section.tsx'
import type { PropertyForm } from './property-form.tsx'
import { occupancyChange, type PropertyValues } from './property-values.tsx'

const RESIDENT = [
  'resident_type',
  'resident_first_name',
  'resident_last_name',
  'resident_email',
  'resident_phone',
  'resident_language',
] as const

/** Asks who lives there and may need notice. */
export function OccupancySection({ form }: { form: PropertyForm }) {
  const { values } = form
  const isVacant = values.occupancy_status === 'vacant'
  const cleared = useRef<Partial<PropertyValues>>({})
  function change(next: PropertyValues['occupancy_status']) {
    if (next === 'vacant' && !isVacant) {
      cleared.current = Object.fromEntries(RESIDENT.map((name) => [name, values[name]]))
      return occupancyChange(next, values)
    }
    // Someone who chose vacant by mistake gets back what they typed.
    const restored = isVacant ? cleared.current : {}
    return { ...restored, ...occupancyChange(next, { ...values, ...restored }) }
  }
  return (
    <FormSection form={form} title={t.occupancy()} intro={t.occupancyIntro()}>
      <FormRadios form={form} name="occupancy_status" options={named(OCCUPANCIES)} change={change} />
      {!isVacant && <Resident form={form} />}
    </FormSection>
  )
}

function Resident({ form }: { form: PropertyForm }) {
  return (
    <>
      <FormSelect form={form} name="resident_type" options={named(RESIDENTS)} />
      <Row>
        <FormText form={form} name="resident_first_name" optional autoComplete="off" />
        <FormText form={form} name="resident_last_name" optional autoComplete="off" />
      </Row>
      <Row>
        <FormText
          form={form}
          name="resident_phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          optional={form.kind === 'edit' || form.values.occupancy_status !== 'resident'}
        />
        <FormText form={form} name="resident_email" type="email" inputMode="email" autoComplete="off" optional />
      </Row>
      {offeredLanguages().length > 1 && (
        <FormSelect form={form} name="resident_language" options={named(RESIDENT_LANGUAGES)} />
      )}
      <FormCheckbox form={form} name="resident_text_consent" detail={t.consentDetail()}>
        {t.attest()}
      </FormCheckbox>
    </>
  )
}
