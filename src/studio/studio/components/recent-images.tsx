import { useState } from 'react'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Image } from '../../image/contract.ts'
import * as t from '../../text/studio.ts'
import styles from './recent-images.module.css'

/** Shows the newest images and a link to all. @param images `null` if they could not be loaded */
export function RecentImages({
  images,
}: {
  images: Pick<Image, 'id' | 'prompt' | 'image_url' | 'renditions'>[] | null
}) {
  return (
    <Card title={t.recentImages()}>
      {images === null && <p role="alert">{t.recentFailed()}</p>}
      {images?.length === 0 && <p>{t.recentNone()}</p>}
      {images && images.length > 0 && (
        <ul className={styles.grid} data-recent>
          {images.map((image) => (
            <li key={image.id}>
              <a href={`/private-gallery?image=${image.id}`}>
                <Picture key={image.image_url} image={image} />
              </a>
            </li>
          ))}
        </ul>
      )}
      <p>
        <ButtonLink variant="secondary" href="/public-gallery">
          {t.viewMore()}
        </ButtonLink>
      </p>
    </Card>
  )
}

function Picture({ image }: { image: Pick<Image, 'prompt' | 'image_url' | 'renditions'> }) {
  const [isBroken, setIsBroken] = useState(false)
  const { avif, webp } = image.renditions
  if (isBroken)
    return (
      <span className={styles.broken} role="img" aria-label={t.imageMissing({ prompt: image.prompt })}>
        <Icon name="alert" />
      </span>
    )
  return (
    <picture>
      {avif['512'] && <source type="image/avif" srcSet={avif['512']} />}
      <img
        className={styles.picture}
        src={webp['512'] ?? image.image_url}
        alt={image.prompt}
        width={512}
        height={512}
        loading="lazy"
        decoding="async"
        onError={() => setIsBroken(true)}
      />
    </picture>
  )
}
