import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import * as t from '../../text/booking.ts'

/** In the place of a share page whose home is not listed any more, or never was. */
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
