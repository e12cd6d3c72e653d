import { AccountTime } from '../../../ui/account-time.tsx'
import { Facts } from '../../../ui/card.tsx'
import type { Image } from '../../image/contract.ts'
import { isKeptLarger, pixelsText } from '../../image/domain.ts'

/** With what an image was made: who enters the same again gets the same image of the local engine. */
export function ImageFacts({ image }: { image: Image }) {
  const { usedParams, created_at } = image
  const { negative_prompt, style, filter, filter_strength, seed, image_size, engine, model, ignored } = usedParams
  // What the engine made nothing of had no part in it.
  const isTaken = (what: string) => !ignored.includes(what)
  const facts = [
    { name: 'Created', value: <AccountTime at={created_at} precision="day" /> },
    ...(negative_prompt && isTaken('negative_prompt') ? [{ name: 'Negative prompt', value: negative_prompt }] : []),
    { name: 'Style', value: style },
    { name: 'Filter', value: filter === 'Default' ? filter : `${filter}, ${filter_strength} %` },
    ...(seed !== null && isTaken('seed') ? [{ name: 'Seed', value: String(seed) }] : []),
    { name: 'Size', value: image_size.replace('x', ' × ') },
    ...(isKeptLarger(image) ? [{ name: 'Original', value: pixelsText(image.original) }] : []),
    { name: 'Engine', value: model ? `${engine}, ${model}` : engine },
  ]
  return <Facts facts={facts} />
}
