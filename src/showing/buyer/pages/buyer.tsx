import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router'
import { bookingStatusName } from '../../../notice/entry-notice/domain.ts'
import { accountApiFor, api, bodyOf } from '../../../platform/api-client.ts'
import { listOf } from '../../../platform/api-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { instantName, keepTime } from '../../../ui/date-time.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { spoken } from '../../../ui/spoken.tsx'
import { keepText, unsentKey } from '../../../ui/tab-memory.ts'
import { showToast, Toasts } from '../../../ui/toast.tsx'
import { useAct } from '../../../ui/use-act.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import { useUnsentText } from '../../../ui/use-unsent-text.tsx'
import { ContactLinks } from '../../booking/components/contact-links.tsx'
import { OPENED_HERE } from '../../booking/showing-link-domain.ts'
import { STATUS_TONES } from '../../booking/state-names-domain.ts'
import { answersInShort } from '../../feedback/domain.ts'
import * as t from '../../text/buyer.ts'
import type { Buyer, BuyerHistory } from '../contract.ts'
import { LONGEST_NOTE } from '../domain.ts'
import styles from './buyer.module.css'

const PATH = '/api/showingbooker/buyers/{id}'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const id = params.id ?? ''
  return { id, history: bodyOf(await accountApiFor(context).GET(PATH, { params: { path: { id } } })) }
}

export const meta = () => [{ title: t.metaBuyers() }, { name: 'robots', content: 'noindex' }]

/** Shows a buyer with their history and the agent's own note, in a dialog over the list of buyers. */
export default function BuyerDialog() {
  const { id, history } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { buyer } = history
  const facts = [
    t.showingCount({ count: buyer.showings }),
    t.completedCount({ count: buyer.completed }),
    t.noShowCount({ count: buyer.noShows }),
    t.cancelledCount({ count: buyer.cancellations }),
  ]
  return (
    <Dialog
      wide
      title={buyer.name}
      onClose={() => {
        keepText(unsentKey(noteName(id)), null)
        void navigate({ pathname: '/buyers', search }, { preventScrollReset: true })
      }}
    >
      <div className={styles.body}>
        <ContactLinks name={buyer.name} phone={buyer.phone} email={buyer.email} />
        <p className={styles.facts}>{facts.join(' · ')}</p>
        <Note key={id} id={id} buyer={buyer} />
        <h3>{t.history()}</h3>
        <History key={`of ${id}`} id={id} history={history} />
      </div>
      {/* No one can reach anything outside an open dialog, so it needs its own toasts. */}
      <Toasts />
    </Dialog>
  )
}

/** Returns the name under which the tab keeps this note while it is unsent. */
const noteName = (id: string) => `buyer:${id}`

function Note({ id, buyer }: { id: string; buyer: Buyer }) {
  const note = useUnsentText(noteName(id), buyer.note ?? '')
  const { act, isBusy, fault } = useAct()
  const reload = useReloadAfterAct()
  async function save() {
    await api.PUT('/api/showingbooker/buyers/{id}/note', { params: { path: { id } }, body: { note: note.text } })
    note.drop()
    showToast({ kind: 'success', text: t.noteSaved() })
    await reload()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void act(save)
      }}
    >
      <Field
        name="note"
        label={t.yourNote()}
        optional
        multiline
        rows={3}
        maxLength={LONGEST_NOTE}
        hint={t.noteHint()}
        value={note.text}
        error={spoken(fault?.message)}
        onChange={(event) => note.enter(event.currentTarget.value)}
      />
      {note.text !== (buyer.note ?? '') && (
        <Button type="submit" busy={isBusy}>
          {t.saveNote()}
        </Button>
      )}
    </form>
  )
}

function History({ id, history }: { id: string; history: BuyerHistory }) {
  const list = listOf(api, PATH, 'showings', { path: { id } })
  const { items, ...more } = usePages(list, { items: history.showings, nextCursor: history.nextCursor })
  return (
    <Rows empty={t.noShowings()} more={more}>
      {items.map((showing) => (
        <Row
          key={showing.id}
          title={
            <Link to={`/calendar/showings/${showing.id}`} state={OPENED_HERE}>
              {keepTime(instantName(showing.startsAt, showing.time_zone))}
            </Link>
          }
          tags={<Badge tone={STATUS_TONES[showing.status]}>{bookingStatusName(showing.status)}</Badge>}
        >
          <span>{showing.propertyAddress}</span>
          {showing.feedback && <span>{answersInShort(showing.feedback)}</span>}
          {showing.feedback?.comment && <q className={styles.comment}>{showing.feedback.comment}</q>}
        </Row>
      ))}
    </Rows>
  )
}
