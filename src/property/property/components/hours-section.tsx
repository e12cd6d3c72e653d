import * as t from '../../text/property.ts'
import { AvailabilityPreview } from './availability-preview.tsx'
import { DateOverrides } from './date-overrides.tsx'
import { BUFFERS, bufferText, ENTRY_RULES, HOURS_KINDS, named } from './field-words.tsx'
import { FormRadios, FormSelect } from './form-controls.tsx'
import { FormSection } from './form-section.tsx'
import type { PropertyForm } from './property-form.tsx'
import { WeekHours } from './week-hours.tsx'

/** Shows when showings can be booked, with a preview of the offered times. */
export function HoursSection({ form }: { form: PropertyForm }) {
  const { availability_type, custom_availability, occupancy_status, entry_hours_rule, buffer_minutes } = form.values
  const buffers = BUFFERS.some(({ value }) => value === buffer_minutes)
    ? named(BUFFERS)
    : [...named(BUFFERS), { value: buffer_minutes, label: bufferText(buffer_minutes) }]
  return (
    <FormSection form={form} title={t.fieldHoursKind()} intro={t.hoursIntro()}>
      <FormRadios
        form={form}
        name="availability_type"
        label={t.bookable()}
        options={named(HOURS_KINDS)}
        // Send the hours shown here with the choice, changed or not.
        change={(value) => ({ availability_type: value, ...(value === 'custom' && { custom_availability }) })}
      />
      {availability_type === 'custom' && <WeekHours form={form} name="custom_availability" closed={t.noShowings()} />}
      <DateOverrides form={form} />
      <FormSelect form={form} name="buffer_minutes" options={buffers} hint={t.bufferHint()} />
      {occupancy_status === 'resident' && (
        <FormRadios form={form} name="entry_hours_rule" options={named(ENTRY_RULES)} hint={t.entryHint()} />
      )}
      {occupancy_status === 'resident' && entry_hours_rule === 'enforce' && (
        <WeekHours form={form} name="resident_consent_hours" closed={t.nothingAgreed()} />
      )}
      <AvailabilityPreview form={form} />
    </FormSection>
  )
}
