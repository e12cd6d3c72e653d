import { Form, Link, type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router'
import { api, apiFor, bodyOf } from '../../../platform/api-client.ts'
import { listOf } from '../../../platform/api-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { instantName, keepTime } from '../../../ui/date-time.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Page } from '../../../ui/page.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import * as t from '../../text/buyer.ts'
import type { BuyerList } from '../contract.ts'
import styles from './buyers.module.css'

const PATH = '/api/showingbooker/buyers'
const searched = (url: URL) => (url.searchParams.get('q') ?? '').replaceAll('\0', '').slice(0, 200).toWellFormed()

export async function loader({ context, url }: LoaderFunctionArgs) {
  const q = searched(url)
  const answer = await apiFor(context).GET(PATH, { params: { query: q ? { q } : {} } })
  return { q, page: bodyOf(answer) }
}

export const meta = () => [{ title: t.metaBuyers() }, { name: 'robots', content: 'noindex' }]

/** Lists the people who booked showings with the agent. */
export default function BuyersPage() {
  const { q, page } = useLoaderData<typeof loader>()
  const isEmpty = page.buyers.length === 0
  return (
    <Page width="wide" title={t.buyers()} intro={t.buyersIntro()}>
      <Card>
        {(q !== '' || !isEmpty) && (
          <Form className={styles.search} role="search" action="/buyers" preventScrollReset>
            <Field key={q} name="q" type="search" label={t.search()} defaultValue={q} maxLength={200} />
            <Button type="submit" variant="secondary">
              {t.find()}
            </Button>
          </Form>
        )}
        {isEmpty ? (
          <EmptyState icon="user" title={q ? t.noneFound() : t.noBuyers()}>
            <p>{q ? t.tryFewerWords() : t.noBuyersWhy()}</p>
          </EmptyState>
        ) : (
          <Buyers key={q} q={q} page={page} />
        )}
      </Card>
      <Outlet />
    </Page>
  )
}

function Buyers({ q, page }: { q: string; page: BuyerList }) {
  const list = listOf(api, PATH, 'buyers', { query: q ? { q } : {} })
  const { items, ...more } = usePages(list, { items: page.buyers, nextCursor: page.nextCursor })
  return (
    <Rows empty={t.noBuyers()} more={more}>
      {items.map((buyer) => (
        <Row
          key={buyer.id}
          title={
            <Link
              to={{ pathname: `/buyers/${buyer.id}`, search: q ? `?q=${encodeURIComponent(q)}` : '' }}
              preventScrollReset
            >
              {buyer.name}
            </Link>
          }
          tags={buyer.noShows > 0 && <Badge tone="bad">{t.noShowCount({ count: buyer.noShows })}</Badge>}
        >
          <span className={styles.reach}>
            {buyer.email && <span>{buyer.email}</span>}
            {buyer.phone && <span>{buyer.phone}</span>}
            <span>
              {t.showingCount({ count: buyer.showings })}
              {buyer.cancellations > 0 && `, ${t.cancelledCount({ count: buyer.cancellations })}`},{' '}
              {t.latest({ when: keepTime(instantName(buyer.lastStart, buyer.time_zone)) })}
            </span>
          </span>
          {buyer.note && <span className={styles.note}>{buyer.note}</span>}
        </Row>
      ))}
    </Rows>
  )
}
