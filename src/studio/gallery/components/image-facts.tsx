import { AccountTime } from '../../../ui/account-time.tsx'
import { Facts } from '../../../ui/card.tsx'
import type { Image } from '../../image/contract.ts'
import { isKeptLarger, pixelsText } from '../../image/domain.ts'
import * as t from '../../text/gallery.ts'

/** Shows how an image was made. The same values give the same image with the local engine. */
export function ImageFacts({ image }: { image: Image }) {
  const { usedParams, created_at } = image
  const { negative_prompt, style, filter, filter_strength, seed, image_size, engine, model, ignored } = usedParams
  // Leave out parameters that the engine ignored.
  const isTaken = (what: string) => !ignored.includes(what)
  const facts = [
    { name: t.created(), value: <AccountTime at={created_at} precision="day" /> },
    ...(negative_prompt && isTaken('negative_prompt')
      ? [{ name: t.negativePrompt(), value: negative_prompt, isProse: true }]
      : []),
    { name: t.style(), value: style },
    {
      name: t.filter(),
      value: filter === 'Default' ? filter : t.filterStrength({ filter, strength: filter_strength }),
    },
    ...(seed !== null && isTaken('seed') ? [{ name: t.seed(), value: String(seed) }] : []),
    { name: t.size(), value: image_size.replace('x', ' × ') },
    ...(isKeptLarger(image) ? [{ name: t.original(), value: pixelsText(image.original) }] : []),
    { name: t.engine(), value: model ? `${engine}, ${model}` : engine },
  ]
  return <Facts facts={facts} />
}
