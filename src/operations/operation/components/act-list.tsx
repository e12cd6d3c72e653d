import type { AdminAct } from '../../../account/audit/contract.ts'
import { actName } from '../../../account/audit/domain.ts'
import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Reference } from '../../../ui/reference.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import * as t from '../../text/operation.ts'

export const latestActsOf = (client: ApiClient) =>
  listOf(client, '/api/showingbooker/admin/acts', 'acts', { query: { limit: 10 } })

/** Lists what admins did. */
export function ActList({ first }: { first: Page<AdminAct> }) {
  const { items, ...more } = usePages(latestActsOf(api), first)
  return (
    <Rows empty={t.noActs()} more={more}>
      {items.map((one) => (
        <Row key={one.id} title={actName(one.act)}>
          <p>
            {one.actor ?? (one.actorId ? t.goneAccount() : t.commandLine())},{' '}
            <AccountTime at={one.at} precision="second" />
          </p>
          <p>{one.subject ?? <Reference kind={one.subjectKind} id={one.subjectId} />}</p>
        </Row>
      ))}
    </Rows>
  )
}
