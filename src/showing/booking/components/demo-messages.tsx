import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import * as t from '../../text/booking.ts'
import type { BuyerPage, DemoSent } from '../contract.ts'
import styles from './demo-messages.module.css'

type Message = DemoSent['messages'][number]

const ICONS = { email: 'mail', sms: 'message', certified_mail: 'print' } satisfies Record<Message['channel'], IconName>
const TONES = {
  queued: 'waiting',
  sending: 'waiting',
  sent: 'good',
  not_sent: 'plain',
  failed: 'bad',
} satisfies Record<Message['status'], BadgeTone>

/** Returns whether more messages of the demo are on their way. */
export const isRunning = ({ demo }: BuyerPage) =>
  demo?.messages.some(({ status }) => status === 'queued' || status === 'sending') ?? false

/** Shows what a demo sent, and where. */
export function DemoMessages({ page }: { page: BuyerPage }) {
  const messages = page.demo?.messages ?? []
  return (
    <Card title={t.whatWasSent()}>
      <ul className={styles.messages} aria-live="polite">
        {messages.map(({ channel, role, to, status, reason }) => (
          <li key={channel + role}>
            <Icon name={ICONS[channel]} />
            <span className={styles.what}>
              <strong>{t.demoKind({ channel, role })}</strong>
              <span>
                {t.demoTo({ to })}
                {reason && ` · ${reason}`}
              </span>
            </span>
            <Badge tone={TONES[status]}>{t.demoState({ status })}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}
