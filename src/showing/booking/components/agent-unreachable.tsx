import { SUPPORT } from '../../../product.ts'
import type { PublicProperty } from '../../../property/property/contract.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import * as t from '../../text/booking.ts'

export const isReachable = ({ agent_email, agent_phone }: Pick<PublicProperty, 'agent_email' | 'agent_phone'>) =>
  Boolean(agent_email || agent_phone)

/** Replaces the booking form if the property's contact has neither an email nor a phone. */
export function AgentUnreachable() {
  return (
    <Notice kind="warning" title={t.cannotBook()}>
      <p>{t.cannotBookWhy()}</p>
      <ButtonLink variant="secondary" href={`tel:${SUPPORT.tel}`}>
        <Icon name="phone" />
        {t.callSupport({ phone: SUPPORT.phone })}
      </ButtonLink>
    </Notice>
  )
}
