import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'

/** In the place of a share page whose home is not listed any more, or never was. */
export function NotShared() {
  return (
    <Page title="Property Not Found" intro="Property not found or no longer available">
      <p>The home may have been rented, sold or taken off the list. The link may also be mistyped.</p>
      <p>
        <ButtonLink href="/">Go to the home page</ButtonLink>
      </p>
    </Page>
  )
}
