import { useRef, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { saveLatest } from '../../../ui/in-turn.ts'
import { Notice } from '../../../ui/notice.tsx'
import { rich } from '../../../ui/rich.ts'
import { DEFAULT_FILTER, FILTERS, type Filter, isFilter, PREVIEW_SIDE } from '../../image/domain.ts'
import * as t from '../../text/studio.ts'
import type { DrawnImage } from '../contract.ts'
import { ChoiceGrid } from './choice-grid.tsx'
import styles from './filter-lab.module.css'

type Look = { filter: Filter; strength: number }
type FilterLabProps = { image: DrawnImage; onChanged: (image: DrawnImage) => void }

const lookOf = ({ usedParams: { filter, filter_strength } }: Pick<DrawnImage, 'usedParams'>): Look => ({
  filter: isFilter(filter) ? filter : DEFAULT_FILTER,
  strength: filter_strength,
})

/** Changes the filter of a drawing any number of times. It is free, and the drawing itself does not change. */
export function FilterLab({ image, onChanged }: FilterLabProps) {
  const [look, setLook] = useState(() => lookOf(image))
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const wanted = useRef<Look | null>(null)
  const isRunning = useRef(false)

  /** Runs one change after another. Only the last of those requested in the meantime counts. */
  async function develop() {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    setFault(undefined)
    const { saved, fault } = await saveLatest(lookOf(image), takeWanted, save)
    if (fault !== null) {
      wanted.current = null
      setLook(saved)
      setFault(fault)
    }
    isRunning.current = false
    setIsBusy(false)
  }

  function takeWanted() {
    const look = wanted.current
    wanted.current = null
    return look
  }

  async function save(body: Look) {
    const shown = bodyOf(await api.PATCH('/images/{id}/look', { params: { path: { id: image.id } }, body }))
    onChanged({
      id: shown.id,
      imageUrl: shown.image_url,
      renditions: shown.renditions,
      width: shown.width,
      height: shown.height,
      original: shown.original,
      usedParams: shown.usedParams,
    })
    return lookOf(shown)
  }

  function change(next: Look) {
    setLook(next)
    wanted.current = next
    void develop()
  }

  return (
    <div className={styles.lab}>
      <ChoiceGrid
        name={`look-${image.id}`}
        legend={t.filterOfImage()}
        kind="filter"
        options={FILTERS}
        value={look.filter}
        onChange={(filter) => change({ ...look, filter })}
        pictureOf={(filter) => <Preview imageId={image.id} filter={filter} />}
      />
      {look.filter !== DEFAULT_FILTER && (
        <label className={styles.strength}>
          <span>{rich(t.strength({ strength: look.strength, output: (inner) => <output>{inner}</output> }))}</span>
          <input
            type="range"
            min={0}
            max={100}
            step={5}
            value={look.strength}
            onChange={(event) => setLook({ ...look, strength: Number(event.currentTarget.value) })}
            onPointerUp={(event) => change({ ...look, strength: Number(event.currentTarget.value) })}
            onKeyUp={(event) => change({ ...look, strength: Number(event.currentTarget.value) })}
          />
        </label>
      )}
      <p className={styles.note} role="status">
        {isBusy ? t.developing() : t.filterFree()}
      </p>
      {fault && <Notice kind="error" role="alert" title={fault} />}
    </div>
  )
}

/** Shows the image through one filter: its square on the preview sheet. */
function Preview({ imageId, filter }: { imageId: string; filter: Filter }) {
  const share = FILTERS.indexOf(filter) / (FILTERS.length - 1)
  return (
    <img
      ref={(shown) => shown?.style.setProperty('object-position', `0 ${100 * share}%`)}
      src={`/images/${imageId}/looks.webp`}
      alt=""
      width={PREVIEW_SIDE}
      height={PREVIEW_SIDE}
      decoding="async"
    />
  )
}
