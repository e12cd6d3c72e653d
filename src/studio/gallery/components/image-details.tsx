import { type ComponentType, Fragment, type ReactNode, useState } from 'react'
import { useOutletContext } from 'react-router'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import type { Image } from '../../image/contract.ts'
import { DEFAULT_FILTER, isKeptLarger, labelOf, pixelsText } from '../../image/domain.ts'
import * as t from '../../text/gallery.ts'
import styles from './image-details.module.css'
import { ImageFacts } from './image-facts.tsx'
import { Lineage } from './lineage.tsx'
import { Picture } from './picture.tsx'
import { PromptCopy } from './prompt-copy.tsx'
import { useIsMine } from './use-is-mine.tsx'

/** Report and appeal actions, which the layout of these pages provides. */
export type ImageCare = {
  ReportDialog: ComponentType<{ imageId: string; onGone: () => void; onClose: () => void }>
  AppealForm: ComponentType<{ imageId: string }>
}

type ImageDetailsProps = {
  image: Image
  isOwn?: boolean | undefined
  /** Called if the viewer can't see the image anymore: it was deleted, or made private. */
  onGone?: (image: Image) => void
  onBroken?: (image: Image) => void
  children?: ReactNode
}

/** @param props.children the owner's actions */
export function ImageDetails({ image, isOwn = false, onGone, onBroken, children }: ImageDetailsProps) {
  const { id, prompt, usedParams, removed, anonymous_username: name, visibility } = image
  const care = useOutletContext<ImageCare | null>()
  const [isReporting, setIsReporting] = useState(false)
  const isAlive = useIsAlive()
  const isMine = useIsMine(image)
  return (
    <div className={styles.details}>
      <div className={styles.picture}>
        <Picture image={image} sizes="(min-width: 60rem) 32rem, 90vw" isLazy={false} onBroken={onBroken} />
      </div>
      <div className={styles.words}>
        <p className={styles.label}>{labelOf(usedParams)}</p>
        {removed && (
          <Notice kind="warning" title={t.removedByAdmin()}>
            <p>{t.reason({ reason: removed.reason })}</p>
          </Notice>
        )}
        {removed && isOwn && care && <care.AppealForm imageId={id} />}
        <PromptCopy key={id} prompt={prompt} />
        <p className={styles.by}>
          <Icon name="user" />
          {name ? <a href={`/profile/${name}`}>{name}</a> : t.privateCreator()}
        </p>
        {isOwn && !removed && <p>{visibility === 'public' ? t.visibilityPublic() : t.visibilityPrivate()}</p>}
        <ImageFacts image={image} />
        <div className={styles.actions}>
          <ButtonLink href={`/create?from=${id}`}>{t.takePrompt()}</ButtonLink>
          <ButtonLink variant="secondary" href={image.image_url} download={`image-${id}.png`}>
            <Icon name="download" />
            {t.download()}
          </ButtonLink>
          {children}
          {isMine && !isOwn && (
            <ButtonLink variant="secondary" href={`/private-gallery?image=${id}`}>
              <Icon name="lock" />
              {t.openPrivate()}
            </ButtonLink>
          )}
          {!isMine && !isOwn && care && (
            <Button variant="quiet" disabled={!isAlive} onClick={() => setIsReporting(true)}>
              {t.report()}
            </Button>
          )}
        </div>
        {isOwn && <MoreDownloads image={image} />}
        <Lineage image={image} onGone={onGone} />
        {isReporting && care && (
          <care.ReportDialog imageId={id} onGone={() => onGone?.(image)} onClose={() => setIsReporting(false)} />
        )}
      </div>
    </div>
  )
}

/** An original larger than the shown image needs no enlarging, except for its filter. */
function MoreDownloads({ image }: { image: Image }) {
  const { id, width, height, original, usedParams } = image
  const isFiltered = usedParams.filter !== DEFAULT_FILTER
  const isLarger = isKeptLarger(image)
  const twice = pixelsText({ width: 2 * width, height: 2 * height })
  const links = [
    ...(isLarger || isFiltered
      ? [
          {
            href: `/images/${id}/original.png`,
            text: isFiltered
              ? t.originalUnfiltered({ size: pixelsText(original) })
              : t.theOriginal({ size: pixelsText(original) }),
          },
        ]
      : []),
    ...(!isLarger || isFiltered ? [{ href: `/images/${id}/upscaled.png`, text: t.resampled({ size: twice }) }] : []),
  ]
  return (
    <p>
      {t.alsoDownload()}{' '}
      {links.map(({ href, text }, at) => (
        <Fragment key={href}>
          {at > 0 && ' · '}
          <a href={href} download>
            {text}
          </a>
        </Fragment>
      ))}
    </p>
  )
}
