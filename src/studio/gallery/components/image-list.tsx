import type { usePages } from '../../../ui/use-pages.ts'
import type { Image } from '../../image/contract.ts'

/** A list of images as a page holds it. */
export type ImageList = ReturnType<typeof usePages<Image>>
