import { SUPPORT } from '../../../product.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { rich } from '../../../ui/rich.ts'
import * as t from '../../text/booking.ts'

export function BookingUnknown() {
  return (
    <Page title={t.bookingUnknown()} intro={t.bookingUnknownIntro()}>
      <p>
        {rich(
          t.bookingUnknownHelp({ phone: SUPPORT.phone, link: (inner) => <a href={`tel:${SUPPORT.tel}`}>{inner}</a> }),
        )}
      </p>
      <p>
        <ButtonLink href="/showingbooker">{t.backToProduct()}</ButtonLink>
      </p>
    </Page>
  )
}
