import { api, bodyOf } from '../../../platform/api-client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import type { Webhook } from '../contract.ts'
import { ageWords } from '../messages.ts'

type Props = { first: { items: Webhook[]; nextCursor: string | null }; readAt: string }

/** What vendors have called to say. */
export function WebhookList({ first, readAt }: Props) {
  const { items, ...more } = usePages({ key: 'webhooks', first, load })
  return (
    <Rows empty="No vendor has called yet." more={more}>
      {items.map((one) => (
        <Row
          key={`${one.vendor} ${one.id}`}
          title={one.type}
          tags={one.isOurs ? undefined : <Badge tone="waiting">not of ours</Badge>}
        >
          <p>
            {one.vendor}, {ageWords(one.receivedAt, readAt)} ago
          </p>
          <p>
            <code>{one.id}</code>
          </p>
        </Row>
      ))}
    </Rows>
  )
}

async function load(cursor: string) {
  const query = { cursor, limit: 10 }
  const { webhooks, nextCursor } = bodyOf(
    await api.GET('/api/showingbooker/admin/operations/webhooks', { params: { query } }),
  )
  return { items: webhooks, nextCursor }
}
