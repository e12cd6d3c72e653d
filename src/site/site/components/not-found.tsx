import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { RequestIdCode } from '../../../ui/request-id.tsx'
import { rich } from '../../../ui/rich.ts'
import * as t from '../../text/site.ts'

export function NotFound() {
  return (
    <Page title={t.notFound()} intro={t.notFoundIntro()}>
      <title>{t.notFoundTitle()}</title>
      <meta name="robots" content="noindex" />
      <p>
        <ButtonLink href="/showingbooker">{t.goToStart()}</ButtonLink>
      </p>
      <p>
        {rich(t.notFoundHelp({ link: (inner) => <a href="/support">{inner}</a> }))} <RequestIdCode />
      </p>
    </Page>
  )
}
