import type { Filter } from '../../image/domain.ts'
import { analog, cinematic, polaroid, vintage } from './film.ts'
import { manga } from './ink.ts'
import { flash, professional, studio } from './light.ts'
import type { PictureFilter } from './pixels.ts'
import { cyberpunk, vhs } from './screens.ts'

/** Each filter changes nothing at strength 0, and gives the same bytes for the same picture and strength. */
export const PICTURE_FILTERS: Record<Filter, PictureFilter> = {
  Default: (picture) => picture,
  Analog: analog,
  Cinematic: cinematic,
  Cyberpunk: cyberpunk,
  Flash: flash,
  Manga: manga,
  Polaroid: polaroid,
  Professional: professional,
  Studio: studio,
  VHS: vhs,
  Vintage: vintage,
}
