import type { ComponentProps } from 'react'
import { Card } from '../../../ui/card.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import * as t from '../../text/booking.ts'
import styles from './details-section.module.css'
import type { Draft, FormControl } from './use-booking-form.tsx'

const requesters = () =>
  [
    { value: 'buyer', label: t.buyerOrRenter() },
    { value: 'buyers_agent', label: t.buyersAgent() },
    { value: 'other', label: t.otherRequester() },
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
    <Card title={t.yourDetails()} intro={t.yourDetailsIntro()}>
      <RadioGroup
        name="requesterType"
        legend={t.iAmA()}
        options={requesters()}
        value={requesterType}
        onChange={(value) => form.set('requesterType', value)}
      />
      <div className={styles.fields}>
        <Field
          {...text('buyerName')}
          label={isAgent ? t.buyerName() : t.fullName()}
          autoComplete={isAgent ? 'off' : 'name'}
          maxLength={200}
          required
        />
        <Field
          {...text('buyerEmail')}
          label={isAgent ? t.buyerEmail() : t.email()}
          type="email"
          inputMode="email"
          autoComplete={isAgent ? 'off' : 'email'}
          maxLength={320}
          required
        />
        <Field
          {...text('buyerPhone')}
          label={isAgent ? t.buyerPhone() : t.phoneNumber()}
          type="tel"
          inputMode="tel"
          autoComplete={isAgent ? 'off' : 'tel'}
          maxLength={60}
          required
        />
      </div>
      {isAgent ? (
        <div className={styles.agent}>
          <h3>{t.buyersAgent()}</h3>
          {agentFields}
        </div>
      ) : (
        <details className={styles.more}>
          <summary>{t.addBuyersAgent()}</summary>
          {agentFields}
        </details>
      )}
      <Field
        {...text('specialRequests')}
        label={t.specialRequests()}
        optional
        hint={t.specialRequestsHint()}
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
      <Field
        {...text('buyerAgentName')}
        {...shared}
        label={t.agentsName()}
        autoComplete={isRequired ? 'name' : 'off'}
        maxLength={200}
      />
      <Field
        {...text('buyerAgentEmail')}
        {...shared}
        label={t.agentsEmail()}
        type="email"
        inputMode="email"
        autoComplete={isRequired ? 'email' : 'off'}
        maxLength={320}
      />
      <Field
        {...text('buyerAgentPhone')}
        {...shared}
        label={t.agentsPhone()}
        type="tel"
        inputMode="tel"
        autoComplete={isRequired ? 'tel' : 'off'}
        maxLength={60}
      />
    </div>
  )
}
