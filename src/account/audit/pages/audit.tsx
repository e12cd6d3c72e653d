import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, apiFor } from '../../../platform/api-client.ts'
import type { Page as ListPage } from '../../../platform/api-list.ts'
import { AdminsOnly } from '../../../ui/admins-only.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Page } from '../../../ui/page.tsx'
import * as t from '../../text/audit.ts'
import { ActFilter } from '../components/act-filter.tsx'
import { type AskedActs, AuditTrail, actsOf } from '../components/audit-trail.tsx'
import type { ActKind, AdminAct } from '../contract.ts'
import { AUDIT_EVENTS } from '../domain.ts'
import styles from './audit.module.css'

export async function loader({ context, url }: LoaderFunctionArgs) {
  const search = url.searchParams
  const act = search.get('act') ?? ''
  const person = search.get('person')?.replaceAll('\0', '').slice(0, 320).toWellFormed().trim() ?? ''
  const asked = { act: act in AUDIT_EVENTS ? (act as ActKind) : undefined, person: person || undefined }
  try {
    return { asked, first: await actsOf(apiFor(context), asked).load(), fault: undefined }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    const fault = error.issues.find(({ path }) => path === 'person')?.message
    if (!fault) return data(null, { status: error.status })
    return data({ asked, first: { items: [], nextCursor: null }, fault }, { status: error.status })
  }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' })
export const meta = () => [{ title: t.pageTitle() }, { name: 'robots', content: 'noindex, nofollow' }]

type Loaded = { asked: AskedActs; first: ListPage<AdminAct>; fault: string | undefined }

/** Shows what admins did, by kind and by person. */
export default function AuditPage() {
  const loaded = useLoaderData<typeof loader>() as Loaded | null
  if (!loaded) return <AdminsOnly />
  const { asked, first, fault } = loaded
  const isFiltered = Boolean(asked.act || asked.person)
  return (
    <Page width="wide" title={t.title()} intro={t.intro()}>
      <search>
        <form method="get" className={styles.filter} key={JSON.stringify(asked)}>
          <ActFilter first={asked.act ?? ''} />
          <Field
            name="person"
            label={t.person()}
            defaultValue={asked.person}
            error={fault}
            placeholder={t.personHint()}
            autoComplete="off"
            spellCheck={false}
            maxLength={320}
          />
          <Button type="submit" variant="secondary">
            {t.filter()}
          </Button>
          {isFiltered && <a href="/admin/audit">{t.showAll()}</a>}
        </form>
      </search>
      {!fault && (
        <Card>
          <AuditTrail asked={asked} first={first} />
        </Card>
      )}
    </Page>
  )
}
