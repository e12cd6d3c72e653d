import { Link } from 'react-router'
import type { AgentProfile } from '../../../account/account/contract.ts'
import { Facts } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { rich } from '../../../ui/rich.ts'
import * as t from '../../text/property.ts'
import { FormCheckbox, FormText } from './form-controls.tsx'
import { FormSection, Row } from './form-section.tsx'
import type { PropertyForm } from './property-form.tsx'

type AgentSectionProps = {
  form: PropertyForm
  /** Contact of the signed-in account. `null` for someone else's property. */
  profile: AgentProfile | null
  /** Address of the property whose contact we filled in. */
  copiedFrom?: string | null
}

/** Asks for the contact for renters: the agent's saved profile, or another person. */
export function AgentSection({ form, profile, copiedFrom }: AgentSectionProps) {
  const isProfile = form.values.use_public_profile
  const { agent_phone } = form.values
  return (
    <FormSection form={form} title={t.listingAgent()} intro={t.listingAgentIntro()}>
      <FormCheckbox
        form={form}
        name="use_public_profile"
        change={(isOn) => (isOn && !agent_phone && profile?.agent_phone ? { agent_phone: profile.agent_phone } : {})}
      >
        {profile ? t.fieldProfile() : t.agentsProfile()}
      </FormCheckbox>
      {isProfile && profile && <Profile profile={profile} />}
      {!isProfile && copiedFrom && (
        <p>{rich(t.contactCopied({ address: copiedFrom, link: (inner) => <Link to="/profile">{inner}</Link> }))}</p>
      )}
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
          hint={isProfile && t.phoneHint()}
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
    { name: t.name(), value: profile.agent_name },
    { name: t.phone(), value: profile.agent_phone },
    { name: t.email(), value: profile.agent_email },
    { name: t.license(), value: profile.agent_license },
    { name: t.brokerage(), value: profile.agent_brokerage },
  ].filter(({ value }) => value)
  if (facts.length === 0) {
    return (
      <Notice kind="warning" title={t.profileEmpty()}>
        <p>{rich(t.profileEmptyText({ link: (inner) => <Link to="/profile">{inner}</Link> }))}</p>
      </Notice>
    )
  }
  return (
    <div>
      <Facts facts={facts} />
      <p>
        <Link to="/profile">{t.profileChange()}</Link>
      </p>
    </div>
  )
}
