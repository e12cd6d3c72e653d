import { useState } from 'react'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Image } from '../../image/contract.ts'
import styles from './recent-images.module.css'

/** The newest, and what leads to all. @param images null: they could not be loaded */
export function RecentImages({
  images,
}: {
  images: Pick<Image, 'id' | 'prompt' | 'image_url' | 'renditions'>[] | null
}) {
  return (
    <Card title="Recent images">
      {images === null && <p role="alert">Failed to load recent images</p>}
      {images?.length === 0 && <p>No images generated yet. Try creating your first image above!</p>}
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
          View More
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
      <span className={styles.broken} role="img" aria-label={`${image.prompt} (the image could not be loaded)`}>
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
