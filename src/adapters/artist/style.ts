import type { Style } from '../../features/studio/domain.ts'
import type { Shading } from './lighting.ts'

export const shadingOf = (style: Style): Shading =>
  /nime|K-Pop|toon/.test(style)
    ? { steps: 3, contrast: 1, rim: 1, gloss: 0.6, haze: 0.8 }
    : { steps: 0, contrast: 1, rim: 1, gloss: 1, haze: 1 }
