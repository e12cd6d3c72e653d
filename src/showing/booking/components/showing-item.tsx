import type { ReactNode } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { bookingStatusName } from '../../../notice/entry-notice/domain.ts'
import { failedWords } from '../../../notice/message/delivery-domain.ts'
import { Badge } from '../../../ui/badge.tsx'
import { nearInstantName } from '../../../ui/date-names.ts'
import { clockTime, instantName, keepTime, zoneName } from '../../../ui/date-time.ts'
import { hidden, rich } from '../../../ui/rich.ts'
import { answersInShort } from '../../feedback/domain.ts'
import * as t from '../../text/booking.ts'
import * as buyerWords from '../../text/buyer.ts'
import * as feedbackWords from '../../text/feedback.ts'
import type { ShowingRecord } from '../contract.ts'
import { STATUS_TONES } from '../state-names-domain.ts'
import { ApprovalNotice } from './approval-notice.tsx'
import { ContactLinks } from './contact-links.tsx'
import { DirectionsLink } from './directions-link.tsx'
import { NoticeBadge } from './notice-badge.tsx'
import { NoticeLinks } from './notice-links.tsx'
import styles from './showing-item.module.css'
import { ShowingMessages } from './showing-messages.tsx'
import { ShowingThread } from './showing-thread.tsx'

type ShowingItemProps = {
  showing: ShowingRecord
  level: 'h3' | 'h4'
  /** `true` in a list of one property, which the heading names. */
  isOfOneProperty?: boolean
  children?: ReactNode
  actions?: ReactNode
}

/** Shows one showing: when, where, and with whom. @param children more about it */
export function ShowingItem({ showing, level: Heading, isOfOneProperty, children, actions }: ShowingItemProps) {
  const { id, time, time_zone, datetime, status, propertyAddress } = showing
  return (
    <article className={styles.item} aria-labelledby={`showing-${id}`} data-status={status}>
      <div className={styles.head}>
        <Heading className={styles.when} id={`showing-${id}`} tabIndex={-1}>
          {clockTime(time)} {zoneName(time_zone, datetime)}
          {!isOfOneProperty && <span className={styles.where}>{propertyAddress}</span>}
        </Heading>
        <p className={styles.badges}>
          <ShowingBadges showing={showing} />
        </p>
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
      <ShowingDetails showing={showing} isOfOneProperty={isOfOneProperty}>
        {children}
      </ShowingDetails>
    </article>
  )
}

/**
 * Shows the state of a showing and what is open or wrong before the rest, because a narrow row shows only the first
 * line.
 */
export function ShowingBadges({ showing }: { showing: ShowingRecord }) {
  const { status, noticeStatus, shownBy, overlaps, late, proposal, failedMessages, unreadMessages } = showing
  return (
    <>
      <Badge tone={STATUS_TONES[status]}>{bookingStatusName(status)}</Badge>
      {isRefundAsked(showing) && <Badge tone="waiting">{t.refundBadge()}</Badge>}
      <NoticeBadge status={noticeStatus} />
      {overlaps.length > 0 && <Badge tone="bad">{t.overlap()}</Badge>}
      {proposal && <Badge tone="waiting">{t.proposalBadge()}</Badge>}
      {status === 'confirmed' && late.told !== null && (
        <Badge tone="waiting">{t.toldLateBadge({ minutes: late.told })}</Badge>
      )}
      {unreadMessages > 0 && <Badge tone="info">{t.newMessages({ count: unreadMessages })}</Badge>}
      {failedMessages > 0 && <Badge tone="bad">{failedWords(failedMessages)}</Badge>}
      {shownBy && <Badge>{t.shownBy({ name: shownBy })}</Badge>}
      {showing.is_demo && <Badge>{t.sheetDemo()}</Badge>}
      {showing.bookedBy !== 'visitor' && (
        <Badge>{t.bookedByHand({ who: showing.bookedBy, fee: showing.amount > 0 ? 'paid' : 'none' })}</Badge>
      )}
    </>
  )
}

/** If someone canceled the showing after the request, the money is refunded already. */
const isRefundAsked = ({ refund, can }: ShowingRecord) => refund?.status === 'asked' && can.decideRefund

type DetailsProps = Pick<ShowingItemProps, 'showing' | 'isOfOneProperty' | 'children'>

/** Shows who takes part in a showing, what is open about it, its messages, and its evidence. */
export function ShowingDetails({ showing, isOfOneProperty, children }: DetailsProps) {
  const { time_zone, confirmation_number, propertyAddress } = showing
  const account = (useRouteLoaderData('showing/dashboard/pages/dashboard') as Frame | undefined)?.account
  return (
    <>
      <dl className={styles.people}>
        <Person part={t.visitorLabel({ type: showing.requester_type })} name={showing.buyerName}>
          <ContactLinks name={showing.buyerName} phone={showing.buyerPhone} email={showing.buyerEmail} />
          {!showing.is_demo && (
            <Link to={`/buyers/${showing.id}`}>
              {rich(
                buyerWords.buyerHistory({
                  name: showing.buyerName,
                  span: hidden,
                }),
              )}
            </Link>
          )}
        </Person>
        {showing.buyer_agent_name && (
          <Person part={t.sheetBuyersAgent()} name={showing.buyer_agent_name}>
            <ContactLinks
              name={showing.buyer_agent_name}
              phone={showing.buyer_agent_phone}
              email={showing.buyer_agent_email}
            />
          </Person>
        )}
        {!isOwnContact(showing, account) && <Person part={t.sheetAgent()} name={showing.agentName ?? t.noName()} />}
        {showing.shownBy && <Person part={t.sheetShownBy()} name={showing.shownBy} />}
        {showing.residentName && <Person part={t.sheetResident()} name={showing.residentName} />}
        <Person part={t.confirmationNumber()} name={confirmation_number} />
        {!isOfOneProperty && (
          <Person part={t.filterProperty()} name={propertyAddress}>
            <DirectionsLink address={propertyAddress} />
          </Person>
        )}
      </dl>
      {showing.specialRequests && (
        <p className={styles.note}>
          <span>{t.requestsLabel()}</span> {showing.specialRequests}
        </p>
      )}
      {showing.decisionDueAt && (
        <p className={styles.note} data-tone="waiting">
          {rich(
            t.decideBy({
              decisionDueAt: keepTime(instantName(showing.decisionDueAt, time_zone)),
              b: (inner) => <span>{inner}</span>,
            }),
          )}
        </p>
      )}
      {showing.noticeOnApproval && (
        <p className={styles.note} data-tone={showing.noticeOnApproval.isTooLate ? 'waiting' : undefined}>
          <ApprovalNotice showing={showing} />
        </p>
      )}
      {showing.proposal && (
        <p className={styles.note} data-tone="waiting">
          {t.proposalNote({
            proposed: keepTime(nearInstantName(showing.proposal.startsAt, time_zone)),
            due: keepTime(nearInstantName(showing.proposal.dueAt, time_zone)),
            buyer: showing.buyerName,
          })}
        </p>
      )}
      {showing.overlaps.map((other) => (
        <p key={other.id} className={styles.note} data-tone="waiting">
          <b>{t.overlapWhy()}</b> {other.propertyAddress}, {keepTime(instantName(other.datetime, other.time_zone))}.
        </p>
      ))}
      {showing.visitorFeedback && (
        <p className={styles.note}>
          <span>{feedbackWords.feedbackLabel()}</span> {answersInShort(showing.visitorFeedback)}
          {showing.visitorFeedback.comment && <q className={styles.said}>{showing.visitorFeedback.comment}</q>}
        </p>
      )}
      {showing.refund && <RefundNote refund={showing.refund} zone={time_zone} />}
      {children}
      <NoticeLinks showing={showing} />
      <ShowingThread showing={showing} />
      <ShowingMessages showing={showing} />
    </>
  )
}

/** Returns whether the viewer is the listing agent, who knows their own contact. */
const isOwnContact = ({ agentName, agentEmail }: ShowingRecord, account: Frame['account'] | undefined) =>
  account != null &&
  (agentEmail?.toLowerCase() === account.email.toLowerCase() || agentName?.trim() === account.showingName.trim())

/** What the frame around every tab loads. */
type Frame = { account: { email: string; showingName: string } | null }

type Asked = NonNullable<ShowingRecord['refund']>
const REFUNDS: Record<Asked['status'], () => string> = {
  asked: t.buyerAsksRefund,
  approved: t.refundWasApproved,
  declined: t.refundWasDeclined,
}

function RefundNote({ refund, zone }: { refund: Asked; zone: string }) {
  return (
    <p className={styles.note} data-tone={refund.status === 'asked' ? 'waiting' : undefined}>
      <b>{REFUNDS[refund.status]()}.</b>{' '}
      <span>{t.askedOn({ requestedAt: keepTime(instantName(refund.requestedAt, zone)) })}</span> {refund.reason}
      {refund.answer && (
        <>
          {'\n'}
          <span>{t.answer()}</span> {refund.answer}
        </>
      )}
    </p>
  )
}

function Person({ part, name, children }: { part: string; name: string; children?: ReactNode }) {
  return (
    <div>
      <dt>{part}</dt>
      <dd>
        <span className={styles.name}>{name}</span>
        {children}
      </dd>
    </div>
  )
}
