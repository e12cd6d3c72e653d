import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import type { FailedMessage } from '../contract.ts'
import { MESSAGES, ROLES } from '../messages.ts'

export const failedMessagesOf = (client: ApiClient) =>
  listOf(client, '/api/showingbooker/admin/operations/messages', 'messages', { query: { limit: 10 } })

type Props = { first: Page<FailedMessage>; onDone: () => Promise<void> }

/** Messages that nobody tries to send any more. */
export function FailedMessages({ first, onDone }: Props) {
  const [busy, setBusy] = useState<string>()
  const [fault, setFault] = useState<string>()
  const { items, ...more } = usePages(failedMessagesOf(api), first)
  async function sendAgain({ id }: FailedMessage) {
    setBusy(id)
    setFault(undefined)
    try {
      await api.POST('/api/showingbooker/admin/operations/messages/{id}/resend', { params: { path: { id } } })
      showToast({ kind: 'success', text: 'The message is sent again.' })
    } catch (error) {
      setFault((error as Error).message)
    }
    await onDone()
    setBusy(undefined)
  }
  return (
    <Rows empty="Every message went out." more={more} fault={fault}>
      {items.map((message) => (
        <Row
          key={message.id}
          title={`${MESSAGES[message.channel]} to the ${ROLES[message.role].toLowerCase()}`}
          tags={<Badge>{message.event.replaceAll('_', ' ')}</Badge>}
          actions={
            message.canResend && (
              <Button variant="secondary" busy={busy === message.id} onClick={() => sendAgain(message)}>
                Send again
                <span className="visually-hidden">
                  {' '}
                  {MESSAGES[message.channel]} to the {ROLES[message.role]} of {message.confirmationNumber}
                </span>
              </Button>
            )
          }
        >
          <p>{message.reason ?? 'No reason is known.'}</p>
          <p>
            Booking <a href={`/calendar/showings/${message.bookingId}`}>{message.confirmationNumber}</a>
            {message.failedAt && (
              <>
                , given up <AccountTime at={message.failedAt} precision="second" />
              </>
            )}
            {!message.canResend && '. It cannot be sent again.'}
          </p>
        </Row>
      ))}
    </Rows>
  )
}
