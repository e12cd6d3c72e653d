import { type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router'
import { accountApiFor, api, bodyOf } from '../../../platform/api-client.ts'
import { listOf } from '../../../platform/api-list.ts'
import { instantName } from '../../../ui/date-time.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import * as t from '../../text/feedback.ts'
import { Counts } from '../components/counts.tsx'
import type { PropertyFeedback } from '../contract.ts'
import { answersInShort } from '../domain.ts'
import styles from './property-feedback.module.css'

const PATH = '/api/showingbooker/properties/{id}/feedback'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const id = params.id ?? ''
  return { id, page: bodyOf(await accountApiFor(context).GET(PATH, { params: { path: { id } } })) }
}

export const meta = () => [{ title: t.metaFeedback() }, { name: 'robots', content: 'noindex' }]

/** Shows visitors' feedback about one property, in a dialog over the list of properties. */
export default function PropertyFeedbackDialog() {
  const { id, page } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const { search } = useLocation()
  return (
    <Dialog
      wide
      title={t.feedback()}
      onClose={() => void navigate({ pathname: '/properties', search }, { preventScrollReset: true })}
    >
      <div className={styles.body}>
        <p className={styles.address}>{page.property.full_address}</p>
        {page.counts.asked === 0 ? (
          <EmptyState icon="message" title={t.noFeedback()}>
            <p>{t.noFeedbackWhy()}</p>
          </EmptyState>
        ) : (
          <>
            <Counts counts={page.counts} />
            <Answers key={id} id={id} page={page} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function Answers({ id, page }: { id: string; page: PropertyFeedback }) {
  const { time_zone } = page.property
  const list = listOf(api, PATH, 'feedback', { path: { id } })
  const { items, ...more } = usePages(list, { items: page.feedback, nextCursor: page.nextCursor })
  return (
    <Rows empty={t.noAnswersYet()} more={more}>
      {items.map((one) => (
        <Row key={one.id} title={answersInShort(one)}>
          <span>{t.answeredBy({ buyer: one.buyerName, when: instantName(one.startsAt, time_zone) })}</span>
          {one.comment && <q className={styles.comment}>{one.comment}</q>}
        </Row>
      ))}
    </Rows>
  )
}
