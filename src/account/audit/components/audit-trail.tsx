import { Link } from 'react-router'
import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Reference } from '../../../ui/reference.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import * as t from '../../text/audit.ts'
import type { ActKind, AdminAct } from '../contract.ts'
import { actName, detailsOf } from '../domain.ts'

export type AskedActs = { act: ActKind | undefined; person: string | undefined }

/** Lists what admins did, newest first. */
export const actsOf = (client: ApiClient, asked: AskedActs) =>
  listOf(client, '/api/showingbooker/admin/acts', 'acts', { query: { ...asked, limit: 25 } })

type AuditTrailProps = {
  asked: AskedActs
  first: Page<AdminAct>
}

/** Shows each action: who did it, when, to whom or what, and its details. */
export function AuditTrail({ asked, first }: AuditTrailProps) {
  const { items, ...more } = usePages(actsOf(api, asked), first)
  const isFiltered = Boolean(asked.act || asked.person)
  return (
    <Rows empty={isFiltered ? t.noneFound() : t.noneYet()} more={more}>
      {items.map((one) => (
        <Row key={one.id} title={actName(one.act)}>
          <p>
            {one.actorId ? (
              <Link to={`/admin/audit?person=${one.actorId}`}>{one.actor ?? t.deletedAccount()}</Link>
            ) : (
              t.commandLine()
            )}
            , <AccountTime at={one.at} />
          </p>
          <p>
            {one.subjectKind === 'account' ? (
              <Link to={`/admin/audit?person=${one.subjectId}`}>{one.subject ?? t.deletedAccount()}</Link>
            ) : (
              (one.subject ?? <Reference kind={one.subjectKind} id={one.subjectId} />)
            )}
          </p>
          {detailsOf(one.details).map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Row>
      ))}
    </Rows>
  )
}
