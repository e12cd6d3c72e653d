import { Link, useLocation } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'
import { rich } from '../../../ui/rich.ts'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'
import styles from './notice-links.module.css'

/** Links a showing to the service of its notice, if one is due, and to its evidence. */
export function NoticeLinks({ showing: { id, notice, is_demo, buyerName } }: { showing: ShowingRecord }) {
  const { pathname, search } = useLocation()
  const list = /^\/(upcoming|completed)\b/.exec(pathname)?.[0]
  if (is_demo) return null
  const hidden = (inner: string) => <span className="visually-hidden">{inner}</span>
  return (
    <p className={styles.links}>
      {notice && (
        // Opens over the list if it has that dialog, else over the evidence.
        <Link
          to={list ? { pathname: `${list}/${id}/service`, search } : `/showings/${id}/evidence/service`}
          preventScrollReset={Boolean(list)}
        >
          <Icon name="edit" />
          {rich((notice.services > 0 ? t.serviceOfNotice : t.recordService)({ name: buyerName, hidden }))}
        </Link>
      )}
      <Link to={`/showings/${id}/evidence`}>
        <Icon name="shield" />
        {rich(t.evidence({ name: buyerName, hidden }))}
      </Link>
    </p>
  )
}
