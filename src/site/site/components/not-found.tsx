import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { Reference } from '../../../ui/request-id.tsx'

export function NotFound() {
  return (
    <Page title="Page not found" intro="There is nothing at this address. The link may be mistyped or out of date.">
      <title>Page not found · ShowingBooker</title>
      <meta name="robots" content="noindex" />
      <p>
        <ButtonLink href="/showingbooker">Go to the start page</ButtonLink>
      </p>
      <p>
        Looking for a home? Its booking link comes from its agent or owner. Something is missing here that you were sent
        to? <a href="/support">Tell us</a>, with this reference: <Reference />
      </p>
    </Page>
  )
}
