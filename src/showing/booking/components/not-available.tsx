import { SUPPORT } from '../../../product.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Page } from '../../../ui/page.tsx'
import * as t from '../../text/booking.ts'
import styles from './not-available.module.css'

const REASONS = [
  {
    title: t.removed,
    text: t.removedWhy,
  },
  { title: t.oldLink, text: t.oldLinkWhy },
  { title: t.notYet, text: t.notYetWhy },
  { title: t.connectionFailed, text: t.connectionFailedWhy },
]

export function NotAvailable() {
  return (
    <Page title={t.notAvailable()} intro={t.notAvailableIntro()}>
      <Card>
        <ul className={styles.reasons}>
          {REASONS.map(({ title, text }) => (
            <li key={title()}>
              <strong>{title()}</strong>
              <span>{text()}</span>
            </li>
          ))}
        </ul>
      </Card>
      <div className={styles.actions}>
        <ButtonLink href="/showingbooker">{t.backToProduct()}</ButtonLink>
        <ButtonLink variant="secondary" href={`tel:${SUPPORT.tel}`}>
          <Icon name="phone" />
          {t.callSupport({ phone: SUPPORT.phone })}
        </ButtonLink>
      </div>
    </Page>
  )
}
