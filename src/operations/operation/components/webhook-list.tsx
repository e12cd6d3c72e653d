import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import type { Webhook } from '../contract.ts'
import { ageWords } from '../messages.ts'

export const webhooksOf = (client: ApiClient) =>
  listOf(client, '/api/showingbooker/admin/operations/webhooks', 'webhooks', { query: { limit: 10 } })

type Props = { first: Page<Webhook>; readAt: string }

/** What vendors have called to say. */
export function WebhookList({ first, readAt }: Props) {
  const { items, ...more } = usePages(webhooksOf(api), first)
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
