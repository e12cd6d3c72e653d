import type { ComponentProps, ReactNode } from 'react'
import { AccountTime, useAccountTime } from '../../../ui/account-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { focusOn } from '../../../ui/focus-on.ts'
import { useFocusOnNext } from '../../../ui/use-focus-on-next.tsx'
import * as t from '../../text/moderation.ts'
import type { ModeratedImage } from '../contract.ts'
import styles from './image-facts.module.css'

type ImageFactsProps = { image: ModeratedImage; children?: ReactNode; actions?: ReactNode }

/** Shows an image as an admin judges it: the picture, its creator, its parameters and its state. */
export function ImageFacts({ image, children, actions }: ImageFactsProps) {
  const { renditions, width, height, prompt, anonymous_username: creator, visibility, removed, reporters } = image
  const timeOf = useAccountTime()
  return (
    <li className={styles.row}>
      <a href={image.image_url} target="_blank" rel="noreferrer" className={styles.picture}>
        <img
          src={renditions.webp['256'] ?? image.image_url}
          width={width}
          height={height}
          alt=""
          loading="lazy"
          decoding="async"
        />
        <span className="visually-hidden">{creator ? t.openImageOf({ name: creator }) : t.openOrphan()}</span>
      </a>
      <div className={styles.text}>
        <p className={styles.title}>
          {creator ? <a href={`/profile/${encodeURIComponent(creator)}`}>{creator}</a> : t.noProfile()}
          <Badge tone={visibility === 'public' ? 'info' : 'plain'}>
            {visibility === 'public' ? t.publicBadge() : t.privateBadge()}
          </Badge>
          {removed && <Badge tone="bad">{t.removed()}</Badge>}
          {reporters > 0 && <Badge tone="waiting">{t.reportCount({ count: reporters })}</Badge>}
        </p>
        <p className={styles.prompt}>{prompt}</p>
        <p className={styles.small}>
          <AccountTime at={image.created_at} />
        </p>
        {removed && (
          <p className={styles.small}>{t.removedBecause({ at: timeOf(removed.at), reason: removed.reason })}</p>
        )}
        {children}
      </div>
      {actions && (
        <div className={styles.actions} data-actions>
          {actions}
        </div>
      )}
    </li>
  )
}

type ImageRowsProps = ComponentProps<'div'> & { empty: string; children: ReactNode[] }

/** Lists images, or says that there are none. */
export function ImageRows({ empty, children, ...list }: ImageRowsProps) {
  return (
    <div {...list}>
      {children.length === 0 ? <p className={styles.empty}>{empty}</p> : <ul className={styles.rows}>{children}</ul>}
    </div>
  )
}

/**
 * Moves the focus on when a decision has removed the pressed button: to the next image to decide, or to the page's
 * heading if there is none.
 */
export const useFocusOnDecision = () => useFocusOnNext<HTMLDivElement>('[data-actions]', () => focusOn('h1'))
