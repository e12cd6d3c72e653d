import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import * as t from '../../text/booking.ts'

/** Replaces the share page of a property that is not listed. */
export function NotShared() {
  return (
    <Page title={t.notFound()} intro={t.notFoundIntro()}>
      <p>{t.notFoundWhy()}</p>
      <p>
        <ButtonLink href="/">{t.goHome()}</ButtonLink>
      </p>
    </Page>
  )
}
