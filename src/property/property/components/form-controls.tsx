import type { ComponentProps, ReactNode } from 'react'
import { Checkbox, RadioGroup } from '../../../ui/choice.tsx'
import { Field, FieldError } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { FIELD_NAMES } from './field-words.tsx'
import styles from './form-controls.module.css'
import type { PropertyForm } from './property-form.tsx'
import type { PropertyValues, TypedName, ValueName } from './property-values.tsx'
import { SaveMark } from './save-mark.tsx'

type TextProps = { form: PropertyForm; name: TypedName; label?: string; hint?: ReactNode; optional?: boolean } & Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'autoComplete'
>

/** Text field that keeps every keystroke. In an edit form, it saves when the person leaves it. */
export function FormText({ form, name, label, ...rest }: TextProps) {
  return (
    <div className={styles.control}>
      <Field
        {...rest}
        name={name}
        label={label ?? FIELD_NAMES[name]()}
        value={form.values[name]}
        error={form.errorOf(name)}
        required={!rest.optional}
        onChange={(event) => form.type(name, event.currentTarget.value)}
        onBlur={() => form.leave(name)}
        onKeyDown={(event) => form.kind === 'edit' && event.key === 'Enter' && form.leave(name)}
      />
      <SaveMark form={form} name={name} />
    </div>
  )
}

/** The same with several lines. */
export function FormLines({ form, name, hint }: { form: PropertyForm; name: TypedName; hint: ReactNode }) {
  return (
    <div className={styles.control}>
      <Field
        multiline
        rows={4}
        optional
        name={name}
        label={FIELD_NAMES[name]()}
        hint={hint}
        value={form.values[name]}
        error={form.errorOf(name)}
        onChange={(event) => form.type(name, event.currentTarget.value)}
        onBlur={() => form.leave(name)}
      />
      <SaveMark form={form} name={name} />
    </div>
  )
}

/** Fields with a fixed set of values. */
type ChoiceName = { [Name in ValueName]: PropertyValues[Name] extends string ? Name : never }[ValueName]

type ChoiceProps<Name extends ChoiceName> = {
  form: PropertyForm
  name: Name
  hint?: ReactNode
  options: readonly { value: PropertyValues[Name]; label: string }[]
}

const justThat =
  <Name extends ChoiceName>(name: Name) =>
  (value: PropertyValues[Name]): Partial<PropertyValues> =>
    ({ [name]: value }) as Partial<PropertyValues>

/** Select with one of many options. */
export function FormSelect<Name extends ChoiceName>({
  form,
  name,
  ...rest
}: ChoiceProps<Name> & { optional?: boolean }) {
  return (
    <div className={styles.control}>
      <Select
        {...rest}
        name={name}
        label={FIELD_NAMES[name]()}
        value={form.values[name] as PropertyValues[Name] & string}
        error={form.errorOf(name)}
        onChange={(value) => form.choose(justThat(name)(value))}
      />
      <SaveMark form={form} name={name} />
    </div>
  )
}

type RadioProps<Name extends ChoiceName> = ChoiceProps<Name> & {
  label?: string
  /** Other values that the choice sets. */
  change?: (value: PropertyValues[Name]) => Partial<PropertyValues>
}

/** Radio buttons with one of a few options, all visible. */
export function FormRadios<Name extends ChoiceName>({ form, name, label, hint, options, change }: RadioProps<Name>) {
  return (
    <div className={styles.control}>
      <RadioGroup
        name={name}
        legend={label ?? FIELD_NAMES[name]()}
        options={options as readonly { value: PropertyValues[Name] & string; label: string }[]}
        value={form.values[name] as PropertyValues[Name] & string}
        onChange={(value) => form.choose((change ?? justThat(name))(value))}
      />
      {hint && <p className={styles.hint}>{hint}</p>}
      <FieldError name={name} error={form.errorOf(name)} />
      <SaveMark form={form} name={name} />
    </div>
  )
}

type CheckName = { [Name in ValueName]: PropertyValues[Name] extends boolean ? Name : never }[ValueName]

type CheckProps = {
  form: PropertyForm
  name: CheckName
  children: ReactNode
  detail?: ReactNode
  /** Other values that the checkbox sets. */
  change?: (isChecked: boolean) => Partial<PropertyValues>
}

export function FormCheckbox({ form, name, children, detail, change }: CheckProps) {
  return (
    <div className={styles.control}>
      <Checkbox
        name={name}
        checked={form.values[name]}
        error={form.errorOf(name)}
        detail={detail}
        onChange={({ currentTarget: { checked } }) => form.choose({ [name]: checked, ...change?.(checked) })}
      >
        {children}
      </Checkbox>
      <SaveMark form={form} name={name} />
    </div>
  )
}
