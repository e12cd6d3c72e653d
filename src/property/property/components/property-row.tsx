import { streetLine } from '../../../platform/postal-address.ts'
import { Badge } from '../../../ui/badge.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { nearInstantName } from '../../../ui/date-names.ts'
import { keepTime } from '../../../ui/date-time.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ListRow } from '../../../ui/list-row.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import * as t from '../../text/property.ts'
import { PropertyDetails, type ShownProperty } from './property-details.tsx'
import { factsOf, NeedsBadge, StatusBadge } from './property-facts.tsx'
import styles from './property-row.module.css'

/** Shows one property in a list: its facts, what is missing, its next showing, and the rest when it is opened. */
export function PropertyRow(props: ShownProperty) {
  const { property, origin } = props
  const { id, slug, city, status, booking_approval, is_demo } = property
  return (
    <ListRow
      id={`address-${id}`}
      level="h2"
      status={status}
      lead={<Thumbnail photo={property.photo} />}
      title={streetLine(property)}
      text={[city, ...factsOf(property)].join(' · ')}
      badges={
        <span className={styles.badges}>
          <NextShowing property={property} />
          <NeedsBadge property={property} />
          {booking_approval === 'manual' && <Badge tone="waiting">{t.needsApproval()}</Badge>}
          {is_demo && <Badge tone="info">{t.demo()}</Badge>}
          <span className={status === 'listed' ? styles.usual : undefined}>
            <StatusBadge status={status} />
          </span>
        </span>
      }
      actions={(isOpen) =>
        !isOpen && (
          <CopyButton text={`${origin}/showingbooker/book/${slug}`} done={t.bookingLinkCopied()} variant="quiet">
            {rich(
              t.copyBookingLinkOf({
                address: streetLine(property),
                span: hidden,
              }),
            )}
          </CopyButton>
        )
      }
    >
      {() => (
        <div className={styles.details}>
          <PropertyDetails {...props} />
        </div>
      )}
    </ListRow>
  )
}

function NextShowing({ property: { next_showing, time_zone } }: { property: ShownProperty['property'] }) {
  if (!next_showing) return null
  return (
    <span className={styles.next}>{t.nextShowing({ time: keepTime(nearInstantName(next_showing, time_zone)) })}</span>
  )
}

function Thumbnail({ photo }: { photo: ShownProperty['property']['photo'] }) {
  return (
    <span className={styles.photo}>
      {photo ? (
        <picture>
          <source type="image/avif" srcSet={photo.smallAvif} />
          <img src={photo.small} width={photo.width} height={photo.height} alt="" loading="lazy" decoding="async" />
        </picture>
      ) : (
        <Icon name="home" />
      )}
    </span>
  )
}
