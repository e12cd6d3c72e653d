import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { capitalized, nearInstantName } from '../../../ui/date-names.ts'
import { keepTime } from '../../../ui/date-time.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Row } from '../../../ui/rows.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useFocusOnNext } from '../../../ui/use-focus-on-next.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import { ApprovalNotice } from '../../booking/components/approval-notice.tsx'
import { useActionDialog } from '../../booking/components/use-action-dialog.tsx'
import { OPENED_HERE } from '../../booking/showing-link-domain.ts'
import { PostedDialog } from '../../evidence/components/posted-dialog.tsx'
import * as words from '../../text/booking.ts'
import * as t from '../../text/dashboard.ts'
import {
  DUES,
  type Due,
  dueOf,
  dueSince,
  firstRows,
  groupNotices,
  isDueByTonight,
  minutesLeft,
} from '../agenda-domain.ts'
import type { Agenda, Task } from '../contract.ts'
import { spanWords } from '../domain.ts'
import styles from './needs-you.module.css'

/** Tasks shown at first, so that today's showings stay in sight. */
const FIRST_TASKS = 5
const FIRST_ON_PHONE = 3
/** A phone shows one more if all of them are overdue or due today. */
const FIRST_DUE_ON_PHONE = 4

export const focusCount = () => document.getElementById('showings-counted')?.focus({ preventScroll: true })

type Ask = ReturnType<typeof useActionDialog>['ask']

type TaskRowProps = {
  task: Task
  now: string
  ask: Ask
  onPosted: (showing: Task['showing']) => void
}

const NAMES: Record<Due, () => string> = {
  overdue: t.overdueTasks,
  today: t.todayTasks,
  tomorrow: t.tomorrowTasks,
  later: t.laterTasks,
}

/** Shows what the agent has to do, by deadline, and first what is due by tonight. @param now running time */
export function NeedsYou({ agenda, made, now }: { agenda: Agenda; made: string; now: string }) {
  const { tasks, taskCount, checkedFirst, withoutPhoneCount, refusedMailboxes } = agenda
  const reload = useReloadAfterAct()
  const actions = useActionDialog(reload)
  const [posted, setPosted] = useState<Task['showing']>()
  const [isWhole, setIsWhole] = useState(false)
  function showAll() {
    setIsWhole(true)
    focusCount()
  }
  const ofRow = ([task]: Task[]) => task && dueOf(task, now)
  const grouped = groupNotices(tasks, (task) => dueOf(task, now))
  const rows = DUES.flatMap((due) => grouped.filter((row) => ofRow(row) === due))
  const keys = {
    dueOf: ofRow,
    kindOf: ([task]: Task[]) => task?.kind,
    hasDeadline: ([task]: Task[]) => task?.dueAt != null,
  }
  const first = (limit: number) => firstRows(rows, keys, limit)
  const isFullToday = rows.filter((row) => isDueByTonight(ofRow(row))).length > FIRST_ON_PHONE
  const listed = isWhole ? rows : first(FIRST_TASKS)
  const onPhone = isWhole ? rows : first(isFullToday ? FIRST_DUE_ON_PHONE : FIRST_ON_PHONE)
  const count = taskCount + refusedMailboxes.length + (withoutPhoneCount > 0 ? 1 : 0)
  const due = dueSince(agenda, { made, now })
  const list = useFocusOnNext<HTMLDivElement>(':scope > section > ul > li', focusCount)
  const shared = { now, ask: actions.ask, onPosted: setPosted }
  const shown = taskCount > tasks.length ? t.needsYouFirst({ shown: tasks.length, count: taskCount }) : null
  return (
    <Card title={t.needsYou()} aside={count > 0 && <Count count={count} isLate={due.overdue > 0} />}>
      <p id="showings-counted" className={count > 0 ? 'visually-hidden' : styles.nothing} role="status" tabIndex={-1}>
        {count > 0 ? t.needsYouCount({ count }) : nothingWords(checkedFirst)}
      </p>
      {count > 0 && <Dues due={due} agenda={agenda} />}
      {count > 0 && (
        <div {...list} className={styles.days}>
          {DUES.map((name) => {
            const ofDay = listed.filter((row) => ofRow(row) === name)
            const before = name === 'today' ? refusedMailboxes : []
            const after = name === 'later' && withoutPhoneCount > 0 ? 1 : 0
            if (ofDay.length + before.length + after === 0) return null
            // The style sheet hides these rows on a phone, because the first HTML does not know how wide the screen is.
            // It counts from the end of the list, because any number of refused mailboxes may come first.
            const last = ofDay.length + after
            const hidden = ofDay.flatMap((row, place) => (onPhone.includes(row) ? [] : [last - place]))
            const isHidden = hidden.length === ofDay.length && before.length + after === 0
            return (
              <section key={name} className={isHidden ? styles.onDesk : undefined}>
                <h3 className={styles.day} data-due={name}>
                  {NAMES[name]()}
                </h3>
                <ul className={styles.tasks} data-later={hidden.join(' ')}>
                  {before.map((refused) => (
                    <RefusedMailbox key={refused.mailbox} {...refused} />
                  ))}
                  {ofDay.map(([task, ...more]) => {
                    if (!task) return null
                    if (more.length === 0) return <TaskRow key={keyOf(task)} task={task} {...shared} />
                    return (
                      <NoticeGroup key={`notices ${task.showing.property_id}`} tasks={[task, ...more]} {...shared} />
                    )
                  })}
                  {after > 0 && <WithoutPhone agenda={agenda} />}
                </ul>
              </section>
            )
          })}
        </div>
      )}
      {onPhone.length < rows.length && (
        <div className={listed.length < rows.length ? undefined : styles.onPhone}>
          <Button variant="secondary" wide onClick={showAll}>
            {t.showAllTasks({ count: tasks.length })}
          </Button>
        </div>
      )}
      {isWhole && shown && <p className={styles.more}>{shown}</p>}
      {count > 0 && checkedFirst !== null && <p className={styles.more}>{t.checkedFirst({ count: checkedFirst })}</p>}
      {actions.dialog}
      {posted && <PostedDialog showing={posted} onRecorded={reload} onClose={() => setPosted(undefined)} />}
    </Card>
  )
}

const nothingWords = (checkedFirst: number | null) =>
  checkedFirst === null ? t.nothingNeedsYou() : t.nothingAmongFirst({ count: checkedFirst })

const timeName = (at: string, zone: string) => keepTime(nearInstantName(at, zone))

const keyOf = ({ kind, showing }: Task) => `${kind} ${showing.id}`

/** Shows a count. Screen readers read the hidden text next to it instead. */
const Count = ({ count, isLate }: { count: number; isLate: boolean }) => (
  <span className={styles.count} data-late={isLate || undefined} aria-hidden="true">
    {count}
  </span>
)

type DuesProps = { due: Agenda['due']; agenda: Agenda }

/** Shows how many tasks are due by when, and how many there are of each kind. It counts hidden tasks, too. */
function Dues({ due, agenda: { kinds, withoutPhoneCount, refusedMailboxes } }: DuesProps) {
  const today = due.today + refusedMailboxes.length
  const later = due.later + (withoutPhoneCount > 0 ? 1 : 0)
  const counted: Counted[] = [
    [kinds.notice, t.kindNotices],
    [kinds.decide, t.kindRequests],
    [kinds.refund, t.kindRefunds],
    [kinds.reply, t.kindMessages],
    [kinds.message, t.kindFailed],
    [refusedMailboxes.length, t.kindMailboxes],
    [withoutPhoneCount, t.kindPhones],
  ]
  return (
    <div className={styles.dues}>
      <ul className={styles.counts}>
        {due.overdue > 0 && <li className={styles.late}>{t.overdueCount({ count: due.overdue })}</li>}
        {due.overdue + today === 0 && <li>{t.nothingDueToday()}</li>}
        <Counts
          counted={[
            [today, t.todayCount],
            [due.tomorrow, t.tomorrowCount],
            [later, t.laterCount],
          ]}
        />
      </ul>
      <ul className={`${styles.counts} ${styles.kinds}`}>
        <Counts counted={counted} />
      </ul>
    </div>
  )
}

type Counted = [count: number, words: (of: { count: number }) => string]

const Counts = ({ counted }: { counted: Counted[] }) =>
  counted.map(([count, words]) => count > 0 && <li key={words({ count })}>{words({ count })}</li>)

type NoticeGroupProps = Omit<TaskRowProps, 'task'> & { tasks: [Task, ...Task[]] }

/** Shows a property's notices as one row that opens. */
function NoticeGroup({ tasks, ...shared }: NoticeGroupProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [{ dueAt, showing }] = tasks
  const { propertyAddress: address, datetime, time_zone } = showing
  const time = timeName(dueAt ?? datetime, time_zone)
  const isLate = dueAt !== null && dueAt <= shared.now
  const first = isLate ? t.firstNoticeWasDue : dueAt ? t.firstNoticeDue : t.firstNoticeBefore
  return (
    <Row
      title={t.noticeGroup({ count: tasks.length, address })}
      actions={
        <Button variant="secondary" onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t.hideNotices() : t.showNotices({ count: tasks.length })} <Hidden text={t.atHome({ address })} />
        </Button>
      }
      below={
        isOpen && (
          <ul className={styles.group}>
            {tasks.map((task) => (
              <TaskRow key={keyOf(task)} task={task} {...shared} />
            ))}
          </ul>
        )
      }
    >
      <span className={styles.due}>
        <b>{first({ time })}</b> {dueAt && <TimeLeft until={dueAt} now={shared.now} />}
      </span>
    </Row>
  )
}

function TaskRow({ task, now, ask, onPosted }: TaskRowProps) {
  const { kind, dueAt, showing } = task
  const { buyerName: buyer, propertyAddress: address, datetime, time_zone } = showing
  const time = timeName(datetime, time_zone)
  const about = t.noticeFor({ buyer, time })
  switch (kind) {
    case 'decide':
      return (
        <Row title={t.decideTask({ buyer, address })} actions={<Decide showing={showing} ask={ask} />}>
          {dueAt && (
            <span className={styles.due}>
              <b>{t.decideBefore({ time: timeName(dueAt, time_zone) })}</b> <TimeLeft until={dueAt} now={now} />
            </span>
          )}
          <span>{t.showingAt({ time })}</span>
          <ApprovalNotice showing={showing} />
        </Row>
      )
    case 'refund':
      return (
        <Row
          title={t.refundTask({ buyer })}
          actions={
            <>
              <Button variant="secondary" onClick={() => ask(showing, 'decline_refund')}>
                {words.decisionDeclineRefund()} <Whose buyer={buyer} />
              </Button>
              <Button onClick={() => ask(showing, 'approve_refund')}>
                {words.decisionRefund()} <Whose buyer={buyer} />
              </Button>
            </>
          }
        >
          {dueAt && showing.refund && (
            <b>{t.refundWaitsSince({ time: timeName(showing.refund.requestedAt, time_zone) })}</b>
          )}
          <span>
            {capitalized(time)}, {address}
          </span>
          {showing.refund?.reason && <q className={styles.reason}>{showing.refund.reason}</q>}
        </Row>
      )
    case 'notice':
      return (
        <Row
          title={noticeTitle(task, now)}
          actions={
            <>
              <ButtonLink variant="secondary" href={task.noticeUrl ?? undefined} target="_blank" rel="noreferrer">
                {t.printNotice()} <Whose buyer={buyer} /> <Hidden text={t.opensNewTab()} />
              </ButtonLink>
              <Button onClick={() => onPosted(showing)}>
                {t.iPostedIt()} <Whose buyer={buyer} />
              </Button>
            </>
          }
        >
          <span className={styles.due}>
            {about} {dueAt && <TimeLeft until={dueAt} now={now} />}
          </span>
          {dueAt && dueAt <= now && <b>{t.noticeWasDue({ time: timeName(dueAt, time_zone) })}</b>}
        </Row>
      )
    case 'reply':
      return (
        <Row
          title={t.replyTask({ buyer })}
          tags={<Badge tone="info">{words.newMessages({ count: showing.unreadMessages })}</Badge>}
          actions={
            <LinkButton
              to={`/overview/showings/${showing.id}`}
              state={{ ...OPENED_HERE, isToMessage: true }}
              preventScrollReset
            >
              {t.readAndAnswer()} <Whose buyer={buyer} />
            </LinkButton>
          }
        >
          <span>
            {capitalized(time)}, {address}
          </span>
        </Row>
      )
    case 'message':
      return (
        <Row
          title={t.messageTask({ count: showing.failedMessages, buyer })}
          actions={
            <LinkButton to={`/overview/showings/${showing.id}`} state={OPENED_HERE} preventScrollReset>
              {t.seeMessages()} <Whose buyer={buyer} />
            </LinkButton>
          }
        >
          <span>
            {capitalized(time)}, {address}
          </span>
        </Row>
      )
  }
}

function noticeTitle({ dueAt, showing }: Task, now: string): string {
  const { propertyAddress: address, datetime, time_zone } = showing
  if (!dueAt) return t.noticeTaskElsewhere({ address, time: timeName(datetime, time_zone) })
  if (dueAt <= now) return t.noticeTaskLate({ address })
  return t.noticeTask({ address, time: timeName(dueAt, time_zone) })
}

/** Approves without asking, because nothing is lost. Declining asks first. */
function Decide({ showing, ask }: Pick<TaskRowProps, 'ask'> & { showing: Task['showing'] }) {
  const reload = useReloadAfterAct()
  const [isBusy, setIsBusy] = useState(false)
  const { id, buyerName: buyer, status, datetime } = showing
  async function approve() {
    // The agent must first read what a late notice means.
    if (showing.noticeOnApproval?.isTooLate) return ask(showing, 'approve')
    setIsBusy(true)
    try {
      const body = { seen: { status, startsAt: datetime } }
      await api.POST('/api/showingbooker/bookings/{id}/approve', { params: { path: { id } }, body })
    } catch (error) {
      showToast({ kind: 'error', text: (error as Error).message })
      await reload()
      return setIsBusy(false)
    }
    showToast({ kind: 'success', text: t.approvedNow() })
    // The row stays locked until it disappears, because nothing is left to decide.
    await reload()
  }
  return (
    <>
      {showing.can.decline && (
        <Button variant="secondary" disabled={isBusy} onClick={() => ask(showing, 'decline')}>
          {words.decisionDecline()} <Whose buyer={buyer} />
        </Button>
      )}
      <Button busy={isBusy} onClick={approve}>
        {words.decisionApprove()} <Whose buyer={buyer} />
      </Button>
    </>
  )
}

/**
 * Warns about a mailbox that refuses our email. Otherwise, the agent may miss a request or a change without knowing
 * why.
 */
const RefusedMailbox = ({ mailbox, propertyId }: Agenda['refusedMailboxes'][number]) => (
  <Row
    title={t.mailboxTask({ mailbox })}
    actions={<LinkButton to={propertyId ? `/properties/${propertyId}/edit` : '/profile'}>{t.updateEmail()}</LinkButton>}
  >
    <span>{t.mailboxWhy()}</span>
  </Row>
)

function WithoutPhone({ agenda: { withoutPhone, withoutPhoneCount } }: { agenda: Agenda }) {
  const title = t.withoutPhoneTask({ count: withoutPhoneCount, address: withoutPhone[0]?.address ?? '' })
  return <Row title={title} actions={<LinkButton to="/profile">{t.addPhone()}</LinkButton>} />
}

function TimeLeft({ until, now }: { until: string; now: string }) {
  const minutes = minutesLeft(until, now)
  // The row is already under "Overdue".
  if (minutes === null) return null
  return <Badge tone={minutes < 180 ? 'bad' : 'waiting'}>{t.timeLeft({ span: spanWords(minutes) })}</Badge>
}

const Hidden = ({ text }: { text: string }) => <span className="visually-hidden">{text}</span>
const Whose = ({ buyer }: { buyer: string }) => <Hidden text={t.forBuyer({ buyer })} />
