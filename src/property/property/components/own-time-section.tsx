import { Checkbox } from '../../../ui/choice.tsx'
import * as t from '../../text/property.ts'
import { FormSection } from './form-section.tsx'
import type { PropertyForm } from './property-form.tsx'

/** Asks, with an account's first property, whether the agent alone shows its properties. */
export function OwnTimeSection({ form }: { form: PropertyForm }) {
  const { shows_alone } = form.values
  if (shows_alone === undefined) return null
  return (
    <FormSection form={form} title={t.ownTime()}>
      <Checkbox
        name="shows_alone"
        checked={shows_alone}
        error={form.errorOf('shows_alone')}
        detail={t.showsAloneHint()}
        onChange={({ currentTarget: { checked } }) => form.choose({ shows_alone: checked })}
      >
        {t.fieldShowsAlone()}
      </Checkbox>
    </FormSection>
  )
}
