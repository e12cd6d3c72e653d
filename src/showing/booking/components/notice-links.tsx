import { Link, useLocation } from 'react-router'
import { looks } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'
import styles from './notice-links.module.css'

/** Links a showing to the service of its notice and to its evidence. While the notice is due, its link is a button. */
export function NoticeLinks({ showing }: { showing: ShowingRecord }) {
  const { id, notice, noticeStatus, is_demo, buyerName } = showing
  const { pathname, search } = useLocation()
  const list = /^\/(upcoming|completed)\b/.exec(pathname)?.[0]
  if (is_demo) return null
  const isDue = noticeStatus === 'due' || noticeStatus === 'late'
  return (
    <p className={styles.links}>
      {notice && (
        // The dialog opens over the list if that list has it, otherwise
        // over the evidence. One element for both keeps the focus.
        <Link
          className={isDue ? looks({}) : styles.link}
          to={list ? { pathname: `${list}/${id}/service`, search } : `/showings/${id}/evidence/service`}
          preventScrollReset={Boolean(list)}
        >
          <Icon name="edit" />
          {rich((notice.services > 0 ? t.serviceOfNotice : t.recordService)({ name: buyerName, hidden }))}
        </Link>
      )}
      <Link to={`/showings/${id}/evidence`} className={styles.link}>
        <Icon name="shield" />
        {rich(t.evidence({ name: buyerName, hidden }))}
      </Link>
    </p>
  )
}
