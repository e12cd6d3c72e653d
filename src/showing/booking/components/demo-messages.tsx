import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import type { BuyerPage, DemoSent } from '../contract.ts'
import styles from './demo-messages.module.css'

type Message = DemoSent['messages'][number]

const ICONS = { email: 'mail', sms: 'message', certified_mail: 'print' } satisfies Record<Message['channel'], IconName>
const KINDS = { email: 'Email', sms: 'Text', certified_mail: 'Certified letter' }
const ROLES = { listing_agent: "the agent's", resident: "the resident's", buyer: "the buyer's" }

const STATES = {
  queued: { label: 'On its way', tone: 'waiting' },
  sending: { label: 'On its way', tone: 'waiting' },
  sent: { label: 'Sent', tone: 'good' },
  not_sent: { label: 'Not sent', tone: 'plain' },
  failed: { label: 'Failed', tone: 'bad' },
} satisfies Record<Message['status'], { label: string; tone: BadgeTone }>

/** Whether the page will soon say more. */
export const isUnderWay = ({ demo }: BuyerPage) =>
  demo?.messages.some(({ status }) => status === 'queued' || status === 'sending') ?? false

/** What a demo has sent, and where. */
export function DemoMessages({ page }: { page: BuyerPage }) {
  const messages = page.demo?.messages ?? []
  return (
    <Card title="What was sent, and where">
      <ul className={styles.messages} aria-live="polite">
        {messages.map(({ channel, role, to, status, reason }) => (
          <li key={channel + role}>
            <Icon name={ICONS[channel]} />
            <span className={styles.what}>
              <strong>
                {KINDS[channel]}: {ROLES[role]}
              </strong>
              <span>
                to {to}
                {reason && ` · ${reason}`}
              </span>
            </span>
            <Badge tone={STATES[status].tone}>{STATES[status].label}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}
