import type { AdminAct } from '../../../account/audit/contract.ts'
import { actName } from '../../../account/audit/domain.ts'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Reference } from '../../../ui/reference.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { usePages } from '../../../ui/use-pages.ts'

/** What admins did. */
export function ActList({ first }: { first: { items: AdminAct[]; nextCursor: string | null } }) {
  const { items, ...more } = usePages({ key: 'acts', first, load })
  return (
    <Rows empty="No admin has done anything yet." more={more}>
      {items.map((one) => (
        <Row key={one.id} title={actName(one.act)}>
          <p>
            {one.actor ?? (one.actorId ? 'An account that is gone' : 'The command line')},{' '}
            <AccountTime at={one.at} precision="second" />
          </p>
          <p>{one.subject ?? <Reference kind={one.subjectKind} id={one.subjectId} />}</p>
        </Row>
      ))}
    </Rows>
  )
}

async function load(cursor: string) {
  const query = { cursor, limit: 10 }
  const { acts, nextCursor } = bodyOf(await api.GET('/api/showingbooker/admin/acts', { params: { query } }))
  return { items: acts, nextCursor }
}
