import { AccountTime } from '../../../ui/account-time.tsx'
import { Facts } from '../../../ui/card.tsx'
import type { Image } from '../../image/contract.ts'

/** With what an image was made: who enters the same again gets the same image of the local engine. */
export function ImageFacts({ image }: { image: Image }) {
  const { usedParams, created_at } = image
  const { negative_prompt, style, filter, filter_strength, seed, image_size, engine, model } = usedParams
  const facts = [
    { name: 'Created', value: <AccountTime at={created_at} precision="day" /> },
    ...(negative_prompt ? [{ name: 'Negative prompt', value: negative_prompt }] : []),
    { name: 'Style', value: style },
    { name: 'Filter', value: filter === 'Default' ? filter : `${filter}, ${filter_strength} %` },
    { name: 'Seed', value: seed === null ? 'Not known by this engine' : String(seed) },
    { name: 'Size', value: image_size.replace('x', ' × ') },
    { name: 'Engine', value: model ? `${engine}, ${model}` : engine },
  ]
  return <Facts facts={facts} />
}
