import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import * as t from '../../text/operation.ts'
import type { Webhook } from '../contract.ts'
import { ageWords } from '../messages.ts'

export const webhooksOf = (client: ApiClient) =>
  listOf(client, '/api/showingbooker/admin/operations/webhooks', 'webhooks', { query: { limit: 10 } })

type Props = { first: Page<Webhook>; readAt: string }

/** Lists the webhooks that vendors have sent. */
export function WebhookList({ first, readAt }: Props) {
  const { items, ...more } = usePages(webhooksOf(api), first)
  return (
    <Rows empty={t.noWebhooks()} more={more}>
      {items.map((one) => (
        <Row
          key={`${one.vendor} ${one.id}`}
          title={one.type}
          tags={one.isOurs ? undefined : <Badge tone="waiting">{t.notOurs()}</Badge>}
        >
          <p>{t.vendorAgo({ vendor: one.vendor, age: ageWords(one.receivedAt, readAt) })}</p>
          <p>
            <code>{one.id}</code>
          </p>
        </Row>
      ))}
    </Rows>
  )
}
