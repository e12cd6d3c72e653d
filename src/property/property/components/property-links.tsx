import { streetLine } from '../../../platform/postal-address.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import * as t from '../../text/property.ts'
import type { Property } from '../contract.ts'
import styles from './property-links.module.css'

/** Shows the public links of the property. */
export function PropertyLinks({ property, origin }: { property: Property; origin: string }) {
  const { slug, status } = property
  const address = streetLine(property)
  const links = [
    {
      icon: 'link' as const,
      name: t.bookingPageOf,
      path: `/showingbooker/book/${slug}`,
      copy: t.copyBookingLinkOf,
      done: t.bookingLinkCopied(),
    },
    {
      icon: 'share' as const,
      name: t.sharePageOf,
      path: `/property/share/${slug}`,
      copy: t.copyShareLinkOf,
      done: t.shareLinkCopied(),
    },
  ]
  return (
    <div className={styles.links}>
      <ul className={styles.list}>
        {links.map(({ icon, name, path, copy, done }) => (
          <li key={path}>
            <a href={path} target="_blank" rel="noreferrer">
              <Icon name={icon} />
              {rich(name({ address, span: hidden }))}
            </a>
            <CopyButton text={origin + path} done={done} variant="quiet">
              {rich(copy({ address, span: hidden }))}
            </CopyButton>
          </li>
        ))}
      </ul>
      {status !== 'listed' && <p className={styles.closed}>{t.linksClosed()}</p>}
    </div>
  )
}
