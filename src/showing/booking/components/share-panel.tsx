import type { MouseEvent } from 'react'
import { formatWhole } from '../../../platform/whole-number.ts'
import type { SharedProperty } from '../../../property/share/contract.ts'
import { type Platform, POP_UP, SHARE_LINKS } from '../../../property/share/domain.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import * as t from '../../text/booking.ts'
import styles from './share-panel.module.css'
import { useShareCounts } from './use-share-counts.tsx'

type Network = { platform: Exclude<Platform, 'copy'>; name: string | (() => string); glyph: string }

const NETWORKS: Network[] = [
  {
    platform: 'facebook',
    name: 'Facebook',
    glyph: 'M14.5 21v-8h3l.5-3.5h-3.5V7.5c0-1 .5-1.5 1.5-1.5h2V3h-2.5c-2.5 0-4 1.7-4 4v2.5H9V13h2.5v8z',
  },
  {
    platform: 'twitter',
    name: 'Twitter',
    glyph:
      'M21 6a7 7 0 0 1-2.1.7 3.7 3.7 0 0 0-6.4 3.3A10.4 10.4 0 0 1 4.8 6.2a3.7 3.7 0 0 0 1.2 5 3.6 3.6 0 0 1-1.7-.5 3.7 3.7 0 0 0 3 3.6 3.7 3.7 0 0 1-1.7.1 3.7 3.7 0 0 0 3.4 2.5 7.4 7.4 0 0 1-5.5 1.6 10.4 10.4 0 0 0 16-9.3A8 8 0 0 0 21 6z',
  },
  { platform: 'linkedin', name: 'LinkedIn', glyph: 'M5 10v10M5 5v.01M10.5 20V10m0 4.5a4.2 4.2 0 0 1 8.5 0V20' },
  {
    platform: 'email',
    name: t.emailNetwork,
    glyph: 'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zm0 1.5 8 6 8-6',
  },
]

/** Shows how often the property was viewed, shared, and booked, with buttons to share it. */
export function SharePanel({ property }: { property: SharedProperty }) {
  const { counts, countShare } = useShareCounts(property)
  const link = { url: property.share_url, title: t.haveALook({ address: property.full_address }) }
  return (
    <Card>
      <div className={styles.panel}>
        <h2 className="visually-hidden">{t.shareHome()}</h2>
        <dl className={styles.counts}>
          <Count name={t.views()} value={counts.view_count} />
          <Count name={t.shares()} value={counts.share_count} />
          <Count name={t.bookings()} value={counts.booking_count} />
        </dl>
        <ul className={styles.ways} aria-label={t.shareHome()}>
          <li>
            <CopyButton text={link.url} done={t.linkCopied()} onCopied={() => countShare('copy')}>
              {t.copyLink()}
            </CopyButton>
          </li>
          {NETWORKS.map(({ platform, name, glyph }) => (
            <li key={platform}>
              <ButtonLink
                variant="secondary"
                href={SHARE_LINKS[platform](link)}
                {...(platform !== 'email' && { target: '_blank', rel: 'noreferrer' })}
                onClick={(event) => {
                  countShare(platform)
                  if (platform !== 'email') openPopUp(event)
                }}
              >
                <svg className={styles.glyph} viewBox="0 0 24 24" aria-hidden="true">
                  <path d={glyph} />
                </svg>
                {typeof name === 'string' ? name : name()}
                {platform !== 'email' && <span className="visually-hidden"> {t.newWindow()}</span>}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

function Count({ name, value }: { name: string; value: number }) {
  return (
    <div className={styles.count}>
      <dt>{name}</dt>
      <dd>{formatWhole(value)}</dd>
    </div>
  )
}

/** Opens a small window in the middle of this one. If the browser blocks it, the link opens as usual. */
function openPopUp(event: MouseEvent<HTMLAnchorElement>) {
  const { width, height } = POP_UP
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2)
  const size = `popup,width=${width},height=${height},left=${left},top=${top}`
  if (window.open(event.currentTarget.href, '_blank', size)) event.preventDefault()
}
