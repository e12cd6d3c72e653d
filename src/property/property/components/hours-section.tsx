import { AvailabilityPreview } from './availability-preview.tsx'
import { DateOverrides } from './date-overrides.tsx'
import { BUFFERS, ENTRY_RULES, HOURS_KINDS } from './field-words.tsx'
import { FormRadios, FormSelect } from './form-controls.tsx'
import { FormSection } from './form-section.tsx'
import type { PropertyForm } from './property-form.tsx'
import { WeekHours } from './week-hours.tsx'

/** When showings can be booked, with what bookers will be offered. */
export function HoursSection({ form }: { form: PropertyForm }) {
  const { availability_type, custom_availability, occupancy_status, entry_hours_rule, buffer_minutes } = form.values
  const buffers = BUFFERS.some(({ value }) => value === buffer_minutes)
    ? BUFFERS
    : [...BUFFERS, { value: buffer_minutes, label: `${buffer_minutes} minutes` }]
  return (
    <FormSection
      form={form}
      title="Showing hours"
      intro="A showing takes 30 minutes and begins on the half hour, at least 48 hours after it is booked. Times are the property's own."
    >
      <FormRadios
        form={form}
        name="availability_type"
        label="Bookable"
        options={HOURS_KINDS}
        // The hours that stand here go with the choice, changed or not.
        change={(value) => ({ availability_type: value, ...(value === 'custom' && { custom_availability }) })}
      />
      {availability_type === 'custom' && <WeekHours form={form} name="custom_availability" closed="No showings" />}
      <DateOverrides form={form} />
      <FormSelect
        form={form}
        name="buffer_minutes"
        options={buffers}
        hint="Time to lock up and drive on: nothing is offered in it."
      />
      {occupancy_status === 'resident' && (
        <FormRadios
          form={form}
          name="entry_hours_rule"
          options={ENTRY_RULES}
          hint="A resident's home is entered between 8 AM and 6 PM at the most. Lawful hours are Monday to Friday, 8 AM to 5 PM, and what the resident has agreed to. This is not legal advice."
        />
      )}
      {occupancy_status === 'resident' && entry_hours_rule === 'enforce' && (
        <WeekHours form={form} name="resident_consent_hours" closed="Nothing agreed" />
      )}
      <AvailabilityPreview form={form} />
    </FormSection>
  )
}
