import { data, type LoaderFunctionArgs, useLoaderData, useRouteLoaderData } from 'react-router'
import { ApiError, apiFor } from '../../../platform/api-client.ts'
import { AdminsOnly } from '../../../ui/admins-only.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Page } from '../../../ui/page.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/user.ts'
import { UserList, usersOf } from '../components/user-list.tsx'
import styles from './users.module.css'

export async function loader({ context, url }: LoaderFunctionArgs) {
  const typed = url.searchParams.get('q') ?? ''
  const q = typed.replaceAll('\0', '').slice(0, 200).toWellFormed().trim()
  try {
    return { q, first: await usersOf(apiFor(context), q).load() }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return data(null, { status: error.status })
  }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' })
export const meta = () => [{ title: t.pageTitle() }, { name: 'robots', content: 'noindex, nofollow' }]

type Loaded = Extract<Awaited<ReturnType<typeof loader>>, { first: unknown }>
type Frame = { account: { id: string } | null } | undefined

/** Shows all accounts and what an admin can do with each. */
export default function UsersPage() {
  const loaded = useLoaderData<typeof loader>() as Loaded | null
  const frame = useRouteLoaderData('showing/dashboard/pages/dashboard') as Frame
  const reload = useReloadAfterAct()
  if (!loaded) return <AdminsOnly />
  const { q, first } = loaded
  return (
    <Page width="wide" title={t.users()} intro={t.usersIntro()}>
      <search>
        <form method="get" className={styles.search}>
          <Field
            key={q}
            name="q"
            label={t.searchUsers()}
            type="search"
            defaultValue={q}
            placeholder={t.searchHint()}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
          />
          <Button type="submit" variant="secondary">
            {t.search()}
          </Button>
          {q && <a href="/admin/users">{t.showAll()}</a>}
        </form>
      </search>
      <Card>
        <UserList q={q} first={first} ownId={frame?.account?.id ?? ''} onDone={reload} />
      </Card>
    </Page>
  )
}
