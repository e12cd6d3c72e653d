import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import * as t from '../../text/site.ts'

/** Shown when a browser posts to a page that has no form. */
export function NotTaken() {
  return (
    <Page title={t.notTaken()} intro={t.notTakenIntro()}>
      <title>{t.notTakenTitle()}</title>
      <meta name="robots" content="noindex" />
      <p>
        <ButtonLink href="">{t.openPage()}</ButtonLink>
      </p>
    </Page>
  )
}
