import { useState } from 'react'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { isKeptLarger, labelOf, pixelsText } from '../../image/domain.ts'
import * as t from '../../text/studio.ts'
import type { DrawnImage } from '../contract.ts'
import styles from './drawn-images.module.css'
import { FilterLab } from './filter-lab.tsx'

type DrawnImagesProps = {
  images: DrawnImage[]
  onChanged: (image: DrawnImage) => void
  onSeed: (seed: number) => void
}

/** Shows a request's images: the selected one large, with its parameters and filters. */
export function DrawnImages({ images, onChanged, onSeed }: DrawnImagesProps) {
  const [chosen, setChosen] = useState(0)
  const image = images[chosen] ?? images[0]
  if (!image) return null
  return (
    <div className={styles.drawn} data-opened>
      <img className={styles.large} src={image.imageUrl} alt={image.usedParams.prompt} width={512} height={512} />
      {images.length > 1 && (
        <fieldset className={styles.others}>
          <legend className="visually-hidden">{t.requestImages()}</legend>
          {images.map((one, index) => (
            <label key={one.id} className={styles.other}>
              <input type="radio" name="drawn" checked={one === image} onChange={() => setChosen(index)} />
              <img src={one.imageUrl} alt="" width={128} height={128} />
              <span className="visually-hidden">{t.imageOf({ index: index + 1, count: images.length })}</span>
            </label>
          ))}
        </fieldset>
      )}
      <p className={styles.actions}>
        <ButtonLink variant="secondary" href={image.imageUrl} download={`image-${image.id}.png`}>
          <Icon name="download" />
          {t.download()}
        </ButtonLink>
        {isKeptLarger(image) && (
          <ButtonLink variant="secondary" href={`/images/${image.id}/original.png`} download>
            <Icon name="download" />
            {t.originalSize({ size: pixelsText(image.original) })}
          </ButtonLink>
        )}
        <ButtonLink variant="secondary" href={`/private-gallery?image=${image.id}`}>
          <Icon name="lock" />
          {t.openPrivate()}
        </ButtonLink>
        <CopyButton text={image.usedParams.prompt} done={t.promptCopied()}>
          {t.copyPrompt()}
        </CopyButton>
      </p>
      <FilterLab key={image.id} image={image} onChanged={onChanged} />
      <Words image={image} onSeed={onSeed} />
    </div>
  )
}

/** Shows which words were drawn, if the engine can tell. */
function Words({ image: { usedParams }, onSeed }: { image: DrawnImage; onSeed: (seed: number) => void }) {
  const { used_words: used, unused_words: unused, seed, model } = usedParams
  const facts = [
    { name: t.style(), value: usedParams.style },
    ...(seed === null ? [] : [{ name: t.seed(), value: seed }]),
    ...(used && used.length > 0 ? [{ name: t.drawnFrom(), value: used.join(', '), isProse: true }] : []),
    ...(unused && unused.length > 0 ? [{ name: t.notUnderstood(), value: unused.join(', '), isProse: true }] : []),
    ...(model ? [{ name: t.drawnBy(), value: model }] : []),
  ]
  return (
    <>
      <Facts facts={facts} />
      {seed !== null && (
        <p>
          <Button variant="quiet" onClick={() => onSeed(seed)}>
            {t.sameSeed()}
          </Button>
        </p>
      )}
      <p className={styles.label}>{labelOf(usedParams)}</p>
    </>
  )
}
