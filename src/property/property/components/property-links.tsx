import { CopyButton } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Property } from '../contract.ts'
import styles from './property-links.module.css'

/** Where the public finds the home. */
export function PropertyLinks({ property, origin }: { property: Property; origin: string }) {
  const { slug, status, address_line1 } = property
  const links = [
    {
      name: 'Booking page',
      path: `/showingbooker/book/${slug}`,
      copy: 'Copy link',
      done: 'Booking link copied to clipboard!',
    },
    {
      name: 'Share page',
      path: `/property/share/${slug}`,
      copy: 'Copy share link',
      done: 'Share link copied to clipboard!',
    },
  ]
  return (
    <div className={styles.links}>
      <ul className={styles.list}>
        {links.map(({ name, path, copy, done }) => (
          <li key={path}>
            <a href={path} target="_blank" rel="noreferrer">
              <Icon name={name === 'Share page' ? 'share' : 'link'} />
              {name}
              <span className="visually-hidden"> of {address_line1} (opens in a new tab)</span>
            </a>
            <CopyButton text={origin + path} done={done} variant="quiet">
              {copy}
              <span className="visually-hidden"> of {address_line1}</span>
            </CopyButton>
          </li>
        ))}
      </ul>
      {status !== 'listed' && <p className={styles.closed}>Both say that it is not available until it is listed.</p>}
    </div>
  )
}
