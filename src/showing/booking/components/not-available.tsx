import { SUPPORT } from '../../../product.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Page } from '../../../ui/page.tsx'
import styles from './not-available.module.css'

const REASONS = [
  {
    title: 'It was removed',
    text: 'The agent or owner has taken the home off the list, or it has been rented or sold.',
  },
  { title: 'The link is out of date', text: 'The link may be old, or part of it was lost on its way to you.' },
  { title: 'It is not here yet', text: 'A home that was added just now can take a moment until it can be booked.' },
  { title: 'The connection failed for a moment', text: 'Wait a little and load this page again.' },
]

export function NotAvailable() {
  return (
    <Page
      title="Property Not Available"
      intro="This home cannot be booked under this link. It may be one of these reasons:"
    >
      <Card>
        <ul className={styles.reasons}>
          {REASONS.map(({ title, text }) => (
            <li key={title}>
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </Card>
      <div className={styles.actions}>
        <ButtonLink href="/showingbooker">Back to ShowingBooker</ButtonLink>
        <ButtonLink variant="secondary" href={`tel:${SUPPORT.tel}`}>
          <Icon name="phone" />
          Call support {SUPPORT.phone}
        </ButtonLink>
      </div>
    </Page>
  )
}
