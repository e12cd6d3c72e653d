import { useState } from 'react'
import { deliveryAbout } from '../../../notice/message/event-domain.ts'
import { reasonText } from '../../../notice/message/reason-domain.ts'
import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import { Row, Rows } from '../../../ui/rows.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import * as t from '../../text/operation.ts'
import type { FailedMessage } from '../contract.ts'

export const failedMessagesOf = (client: ApiClient) =>
  listOf(client, '/api/showingbooker/admin/operations/messages', 'messages', { query: { limit: 10 } })

type Props = { first: Page<FailedMessage>; onDone: () => Promise<void> }

/** Lists messages that we no longer try to send. */
export function FailedMessages({ first, onDone }: Props) {
  const [busy, setBusy] = useState<string>()
  const [fault, setFault] = useState<string>()
  const { items, ...more } = usePages(failedMessagesOf(api), first)
  async function sendAgain({ id }: FailedMessage) {
    setBusy(id)
    setFault(undefined)
    try {
      await api.POST('/api/showingbooker/admin/operations/messages/{id}/resend', { params: { path: { id } } })
      showToast({ kind: 'success', text: t.messageResent() })
    } catch (error) {
      setFault((error as Error).message)
    }
    await onDone()
    setBusy(undefined)
  }
  return (
    <Rows empty={t.noFailedMessages()} more={more} fault={fault}>
      {items.map((message) => (
        <Row
          key={message.id}
          title={t.messageTo({ channel: message.channel, role: message.role })}
          tags={<Badge>{deliveryAbout(message.event)}</Badge>}
          actions={
            message.canResend && (
              <Button variant="secondary" busy={busy === message.id} onClick={() => sendAgain(message)}>
                {rich(
                  t.sendAgain({
                    hidden,
                    channel: message.channel,
                    role: message.role,
                    number: message.confirmationNumber,
                  }),
                )}
              </Button>
            )
          }
        >
          <p>{message.reason ? reasonText(message.reason) : t.noReasonKnown()}</p>
          <p>
            {rich(
              t.bookingNumber({
                link: (inner) => <a href={`/calendar/showings/${message.bookingId}`}>{inner}</a>,
                number: message.confirmationNumber,
              }),
            )}
            {message.failedAt && (
              <>
                {' · '}
                {rich(t.gaveUp({ at: () => <AccountTime key="at" at={message.failedAt ?? ''} precision="second" /> }))}
              </>
            )}
            {!message.canResend && <> · {t.cannotSendAgain()}</>}
          </p>
        </Row>
      ))}
    </Rows>
  )
}
