import { Link } from 'react-router'
import type { AgentProfile } from '../../../account/account/contract.ts'
import { Facts } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { FormCheckbox, FormText } from './form-controls.tsx'
import { FormSection, Row } from './form-section.tsx'
import type { PropertyForm } from './property-form.tsx'

type AgentSectionProps = {
  form: PropertyForm
  /** Of whoever is signed in; null where the home is somebody else's. */
  profile: AgentProfile | null
}

/** The contact for renters: the agent's saved profile, or a person named here. */
export function AgentSection({ form, profile }: AgentSectionProps) {
  const isProfile = form.values.use_public_profile
  const { agent_phone } = form.values
  return (
    <FormSection
      form={form}
      title="Listing agent"
      intro="The contact on the booking page. We send news of every showing there."
    >
      <FormCheckbox
        form={form}
        name="use_public_profile"
        change={(isOn) => (isOn && !agent_phone && profile?.agent_phone ? { agent_phone: profile.agent_phone } : {})}
      >
        {profile ? 'Use my public profile' : "Use the agent's public profile"}
      </FormCheckbox>
      {isProfile && profile && <Profile profile={profile} />}
      {!isProfile && (
        <Row>
          <FormText form={form} name="agent_first_name" autoComplete="off" />
          <FormText form={form} name="agent_last_name" autoComplete="off" />
        </Row>
      )}
      <Row>
        <FormText
          form={form}
          name="agent_phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          optional={form.kind === 'edit'}
          hint={isProfile && 'Shown where the profile has no phone.'}
        />
        {!isProfile && (
          <FormText
            form={form}
            name="agent_email"
            type="email"
            inputMode="email"
            autoComplete="off"
            optional={form.kind === 'edit'}
          />
        )}
      </Row>
      {!isProfile && (
        <Row>
          <FormText form={form} name="agent_license" optional autoComplete="off" />
          <FormText form={form} name="agent_brokerage" optional autoComplete="off" />
        </Row>
      )}
    </FormSection>
  )
}

function Profile({ profile }: { profile: AgentProfile }) {
  const facts = [
    { name: 'Name', value: profile.agent_name },
    { name: 'Phone', value: profile.agent_phone },
    { name: 'Email', value: profile.agent_email },
    { name: 'License', value: profile.agent_license },
    { name: 'Brokerage', value: profile.agent_brokerage },
  ].filter(({ value }) => value)
  if (facts.length === 0) {
    return (
      <Notice kind="warning" title="Your public profile is still empty">
        <p>
          <Link to="/profile">Fill in your Showing Profile</Link>. Until then the booking page shows your account's
          email.
        </p>
      </Notice>
    )
  }
  return (
    <div>
      <Facts facts={facts} />
      <p>
        <Link to="/profile">Change your Showing Profile</Link>
      </p>
    </div>
  )
}
