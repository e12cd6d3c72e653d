import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'

/** Something was posted to a page that has no form. */
export function NotTaken() {
  return (
    <Page title="This page does not take that request" intro="Nothing was sent or changed. Open the page to go on.">
      <title>Request not taken · ShowingBooker</title>
      <meta name="robots" content="noindex" />
      <p>
        <ButtonLink href="">Open the page</ButtonLink>
      </p>
    </Page>
  )
}
