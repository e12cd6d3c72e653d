import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import * as t from '../../text/booking.ts'

/** Replaces a share page whose property is not listed. */
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
