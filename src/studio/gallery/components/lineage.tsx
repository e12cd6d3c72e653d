import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { api, bodyOf } from '../../../platform/api-client.ts'
import type { Image } from '../../image/contract.ts'
import * as t from '../../text/gallery.ts'
import { isGone } from './gone.tsx'
import styles from './lineage.module.css'
import { altOf, Picture } from './picture.tsx'
import { openPath } from './use-open-image.tsx'

const SHOWN = 6

type Known = { of: string; parent: Image | null; remixes: Image[]; isMore: boolean }

type LineageProps = { image: Image; onGone?: ((image: Image) => void) | undefined }

/** Shows what an image was made from, and its remixes, as far as the viewer may see them. */
export function Lineage({ image, onGone }: LineageProps) {
  const { id, remix_of } = image
  const [known, setKnown] = useState<Known>()
  const leave = useRef(onGone)
  leave.current = onGone
  const latest = useRef(image)
  latest.current = image
  useEffect(() => {
    let isCurrent = true
    const parent = remix_of
      ? api.GET('/images/{id}', { params: { path: { id: remix_of } } }).then(bodyOf, () => null)
      : Promise.resolve(null)
    const remixes = api
      .GET('/images/{id}/remixes', { params: { path: { id }, query: { limit: SHOWN } } })
      .then(bodyOf, (error) => {
        // The list that showed the image is older.
        if (isCurrent && isGone(error)) leave.current?.(latest.current)
        return { images: [], nextCursor: null }
      })
    void Promise.all([parent, remixes]).then(([found, { images, nextCursor }]) => {
      if (isCurrent) setKnown({ of: id, parent: found, remixes: images, isMore: nextCursor !== null })
    })
    return () => {
      isCurrent = false
    }
  }, [id, remix_of])
  if (known?.of !== id) return null
  return (
    <>
      {known.parent && <Strip title={t.remixOf()} images={[known.parent]} />}
      {known.remixes.length > 0 && (
        <Strip title={known.isMore ? t.remixesNewest({ count: SHOWN }) : t.remixes()} images={known.remixes} />
      )}
    </>
  )
}

function Strip({ title, images }: { title: string; images: Image[] }) {
  const { pathname, search, state } = useLocation()
  return (
    <section className={styles.strip}>
      <h3>{title}</h3>
      <ul className={styles.list}>
        {images.map((image) => (
          <li key={image.id}>
            <Link
              className={styles.link}
              to={{ pathname, search: openPath(search, image.id) }}
              state={state}
              replace
              preventScrollReset
              title={altOf(image)}
            >
              <Picture image={image} sizes="5rem" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
