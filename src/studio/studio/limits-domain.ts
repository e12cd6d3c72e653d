/** Styles in the order of the form (studio.md section 9). */
export const STYLES = [
  'Cinematic',
  'Anime',
  'Anime XL',
  'Anime XL+',
  'Cinematic XL',
  'Fur',
  'Furtoon',
  'Hardcore XL',
  'Hyperanime',
  'Hyperreal',
  'Hyperreal XL+',
  'Illustration XL+',
  'K-Pop',
  'Photo XL+',
  'Render XL+',
] as const
export type Style = (typeof STYLES)[number]
export const DEFAULT_STYLE: Style = 'Cinematic'

/** Side of the square image in pixels (studio.md section 9). */
export const IMAGE_SIZE = 512
export const IMAGE_SIZE_NAME = '512x512'
/** The largest seed. */
export const MAX_SEED = 4_294_967_295

/** Maximum number of characters, not counting spaces at either end (decisions.md section 7). */
export const MAX_PROMPT = 1000
export const MAX_NEGATIVE_PROMPT = 1000
/** Maximum number of images in one request (decisions.md section 7). */
export const MAX_COUNT = 4
