import { Icon } from '../../../ui/icon.tsx'
import * as t from '../../text/property.ts'
import type { Property } from '../contract.ts'
import styles from './property-photo.module.css'

/** Shows the photo in the format the browser prefers, over its blurred placeholder, or a note that there is none. */
export function PropertyPhoto({ property: { photo, property_photo, full_address } }: { property: Property }) {
  const alt = t.photoOf({ address: full_address })
  return (
    <div className={styles.photo}>
      {!property_photo && (
        <span className={styles.none}>
          <Icon name="home" />
          {t.noPhotoYet()}
        </span>
      )}
      {photo?.placeholder && <img className={styles.blur} src={photo.placeholder} alt="" />}
      {photo && (
        <picture className={styles.picture}>
          <source type="image/avif" srcSet={photo.smallAvif} />
          <img src={photo.small} width={photo.width} height={photo.height} alt={alt} loading="lazy" decoding="async" />
        </picture>
      )}
      {!photo && property_photo && <img src={property_photo} alt={alt} loading="lazy" decoding="async" />}
    </div>
  )
}
