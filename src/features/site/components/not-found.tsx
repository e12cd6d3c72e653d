import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'

export function NotFound() {
  return (
    <Page title="Page not found" intro="There is nothing at this address. The link may be mistyped or out of date.">
      <title>Page not found · ShowingBooker</title>
      <p>
        <ButtonLink href="/showingbooker">Go to the start page</ButtonLink>
      </p>
    </Page>
  )
}
