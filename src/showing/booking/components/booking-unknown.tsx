import { SUPPORT } from '../../../product.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'

export function BookingUnknown() {
  return (
    <Page
      title="Booking not found"
      intro="This link does not lead to a booking. Please open the whole link from your confirmation text or email."
    >
      <p>
        If it still does not open, call <a href={`tel:${SUPPORT.tel}`}>{SUPPORT.phone}</a> with your confirmation
        number.
      </p>
      <p>
        <ButtonLink href="/showingbooker">Back to ShowingBooker</ButtonLink>
      </p>
    </Page>
  )
}
