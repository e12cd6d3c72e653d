import type { ComponentProps } from 'react'
import { Card } from '../../../ui/card.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import styles from './details-section.module.css'
import type { Draft, FormControl } from './use-booking-form.tsx'

const REQUESTERS = [
  { value: 'buyer', label: 'Buyer / renter' },
  { value: 'buyers_agent', label: "Buyer's agent" },
  { value: 'other', label: 'Other' },
] as const

type TextName = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft]

export function DetailsSection({ form }: { form: FormControl }) {
  const { requesterType } = form.draft
  const isAgent = requesterType === 'buyers_agent'
  const text = (name: TextName) => ({
    name,
    value: form.draft[name],
    error: form.errorOf(name),
    onChange: (event: { currentTarget: { value: string } }) => form.set(name, event.currentTarget.value as never),
    onBlur: () => form.touch(name),
  })
  const agentFields = <AgentFields text={text} isRequired={isAgent} />
  return (
    <Card title="Your details" intro="Your confirmation goes to this email and phone number. No account needed.">
      <RadioGroup
        name="requesterType"
        legend="I am requesting as"
        options={REQUESTERS}
        value={requesterType}
        onChange={(value) => form.set('requesterType', value)}
      />
      <div className={styles.fields}>
        <Field
          {...text('buyerName')}
          label={isAgent ? "Buyer's name" : 'Full name'}
          autoComplete="name"
          maxLength={200}
          required
        />
        <Field
          {...text('buyerEmail')}
          label={isAgent ? "Buyer's email" : 'Email'}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={320}
          required
        />
        <Field
          {...text('buyerPhone')}
          label={isAgent ? "Buyer's phone number" : 'Phone number'}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={60}
          required
        />
      </div>
      {isAgent ? (
        <div className={styles.agent}>
          <h3>Buyer's agent</h3>
          {agentFields}
        </div>
      ) : (
        <details className={styles.more}>
          <summary>Add a buyer's agent (optional)</summary>
          {agentFields}
        </details>
      )}
      <Field
        {...text('specialRequests')}
        label="Special requests"
        optional
        hint="Anything that helps with the visit: who comes along, parking, accessibility."
        multiline
        rows={3}
        maxLength={2000}
      />
    </Card>
  )
}

type FieldText = Pick<ComponentProps<typeof Field>, 'name' | 'error'>

function AgentFields({ text, isRequired }: { text: (name: TextName) => FieldText; isRequired: boolean }) {
  const shared = { optional: !isRequired, required: isRequired }
  return (
    <div className={styles.fields}>
      <Field {...text('buyerAgentName')} {...shared} label="Agent's name" autoComplete="off" maxLength={200} />
      <Field
        {...text('buyerAgentEmail')}
        {...shared}
        label="Agent's email"
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={320}
      />
      <Field
        {...text('buyerAgentPhone')}
        {...shared}
        label="Agent's phone number"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={60}
      />
    </div>
  )
}
