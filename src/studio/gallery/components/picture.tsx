import { useEffect, useMemo, useRef, useState } from 'react'
import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash'
import { Icon } from '../../../ui/icon.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import type { Image } from '../../image/contract.ts'
import * as t from '../../text/gallery.ts'
import styles from './picture.module.css'

const ALT_MAX = 160

/** Builds the alternative text of a picture: its prompt, shortened. */
export const altOf = ({ prompt }: Pick<Image, 'prompt'>) =>
  prompt.length > ALT_MAX ? `${prompt.slice(0, ALT_MAX).toWellFormed()}…` : prompt

type PictureProps = {
  image: Image
  /** Displayed width, as in `<img sizes>`. */
  sizes: string
  isLazy?: boolean
  /** Called once for each address that does not load. */
  onBroken?: ((image: Image) => void) | undefined
}

/**
 * Shows an image over its own blur. The server renders only the average color, because no one sees a whole page at
 * once.
 */
export function Picture({ image, sizes, isLazy = true, onBroken }: PictureProps) {
  const { renditions, thumbhash, width, height } = image
  const [failed, setFailed] = useState<string>()
  const shown = useRef<HTMLImageElement>(null)
  const isAlive = useIsAlive()
  const under = useMemo(() => (isAlive ? blurOf(thumbhash) : colourOf(thumbhash)), [isAlive, thumbhash])
  const webp = sourcesOf(renditions.webp)
  // It may have failed before the script loaded.
  useEffect(() => {
    if (shown.current?.complete && shown.current.naturalWidth === 0 && shown.current.currentSrc) setFailed(webp)
  }, [webp])
  const isBroken = failed === webp
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once for each address.
  useEffect(() => {
    if (isBroken) onBroken?.(image)
  }, [isBroken])
  return (
    <span className={styles.picture}>
      <img className={styles.under} src={under} alt="" />
      {isBroken ? (
        <span className={styles.none} role="img" aria-label={altOf(image)}>
          <Icon name="alert" />
          {t.cannotShow()}
        </span>
      ) : (
        <picture key={webp}>
          <source type="image/avif" srcSet={sourcesOf(renditions.avif)} sizes={sizes} />
          <source type="image/webp" srcSet={webp} sizes={sizes} />
          <img
            ref={shown}
            src={image.image_url}
            width={width}
            height={height}
            alt={altOf(image)}
            loading={isLazy ? 'lazy' : 'eager'}
            decoding="async"
            onError={() => setFailed(webp)}
          />
        </picture>
      )}
    </span>
  )
}

const sourcesOf = (byWidth: Record<string, string>) =>
  Object.entries(byWidth)
    .map(([width, url]) => `${url} ${width}w`)
    .join(', ')

const bytesOf = (thumbhash: string) => Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0))

function blurOf(thumbhash: string): string {
  try {
    return thumbHashToDataURL(bytesOf(thumbhash))
  } catch {
    return colourOf('')
  }
}

/** Builds an image of one color in about a hundred bytes. */
function colourOf(thumbhash: string): string {
  const { r, g, b } = thumbhash ? thumbHashToAverageRGBA(bytesOf(thumbhash)) : { r: 0.5, g: 0.5, b: 0.5 }
  const colour = [r, g, b].map((part) => Math.round(part * 255)).join()
  return `data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%3E%3Crect%20width='9'%20height='9'%20fill='rgb(${colour})'/%3E%3C/svg%3E`
}
