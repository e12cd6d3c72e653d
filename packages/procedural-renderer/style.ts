/** How a style shades. `steps` of 0 means a smooth change from light to shade. */
export type Shading = { steps: number; contrast: number; rim: number; gloss: number; haze: number }

/** What a style decides before anything is drawn: how the scene is seen and lit. The rest is its finish (finish.ts). */
export type Traits = {
  shading: Shading
  /** Factor of the focal length: above 1 is nearer. */
  zoom: number
  /** Shift of the horizon, as a share of the height. A positive value shows more sky. */
  horizon: number
  /** Factor of the palette's colorfulness. */
  chroma: number
  lightness: number
  clouds: 'natural' | 'cumulus' | 'none'
  /** Factor of the subjects' size. */
  size: number
}

const SMOOTH: Shading = { steps: 0, contrast: 1, rim: 1, gloss: 1, haze: 1 }
const CEL: Shading = { steps: 3, contrast: 1.05, rim: 1.2, gloss: 0.5, haze: 0.6 }
const BASE: Traits = { shading: SMOOTH, zoom: 1, horizon: 0, chroma: 1, lightness: 1, clouds: 'natural', size: 1 }

export const TRAITS = {
  Cinematic: { ...BASE, shading: { ...SMOOTH, haze: 1.35, contrast: 1.15 }, zoom: 0.95 },
  'Cinematic XL': {
    ...BASE,
    shading: { ...SMOOTH, haze: 1.2, contrast: 1.3, rim: 2.4 },
    zoom: 1.3,
    horizon: 0.1,
    size: 1.3,
    lightness: 0.9,
  },
  Anime: { ...BASE, shading: CEL, chroma: 1.25, lightness: 1.04, clouds: 'cumulus', horizon: 0.06 },
  'Anime XL': {
    ...BASE,
    shading: { ...CEL, steps: 4, rim: 2 },
    chroma: 1.3,
    clouds: 'cumulus',
    zoom: 1.15,
    horizon: 0.14,
    size: 1.2,
  },
  'Anime XL+': {
    ...BASE,
    shading: { ...CEL, steps: 5, rim: 3, gloss: 0.9 },
    chroma: 1.35,
    lightness: 0.94,
    clouds: 'cumulus',
    zoom: 0.8,
    horizon: 0.2,
    size: 1.12,
  },
  Hyperanime: {
    ...BASE,
    shading: { ...CEL, steps: 2, contrast: 1.4, rim: 3, haze: 0.3 },
    chroma: 1.7,
    clouds: 'cumulus',
    zoom: 1.2,
    size: 1.3,
  },
  Fur: { ...BASE, shading: { ...SMOOTH, rim: 1.8, haze: 0.8, gloss: 0.3 }, chroma: 1.1, size: 1.15 },
  Furtoon: {
    ...BASE,
    shading: { ...CEL, steps: 3, haze: 0.4 },
    chroma: 1.4,
    lightness: 1.06,
    size: 1.25,
    clouds: 'cumulus',
  },
  'Hardcore XL': { ...BASE, shading: { ...SMOOTH, contrast: 1.8, rim: 2, haze: 0.4 }, chroma: 1.3, size: 1.35 },
  Hyperreal: {
    ...BASE,
    shading: { ...SMOOTH, contrast: 1.2, gloss: 1.5, rim: 1.3, haze: 0.55 },
    chroma: 1.12,
    zoom: 1.08,
  },
  'Hyperreal XL+': {
    ...BASE,
    shading: { ...SMOOTH, contrast: 1.3, gloss: 2.2, rim: 2, haze: 0.45 },
    chroma: 1.2,
    zoom: 1.5,
    horizon: 0.04,
    size: 1.45,
  },
  'Illustration XL+': {
    ...BASE,
    shading: { ...SMOOTH, rim: 1.4 },
    chroma: 1.25,
    lightness: 1.04,
    zoom: 0.9,
    size: 1.1,
  },
  'K-Pop': { ...BASE, shading: { ...CEL, steps: 3, haze: 0.2 }, chroma: 1.2, size: 1.3, clouds: 'none' },
  'Photo XL+': {
    ...BASE,
    shading: { ...SMOOTH, haze: 0.9, gloss: 0.8 },
    chroma: 0.82,
    zoom: 1.2,
    size: 1.1,
    horizon: -0.03,
  },
  'Render XL+': {
    ...BASE,
    shading: { ...SMOOTH, contrast: 0.85, gloss: 1.3, rim: 0.8, haze: 0.15 },
    chroma: 0.9,
    lightness: 1.06,
    zoom: 1.15,
    horizon: -0.24,
    clouds: 'none',
    size: 1.15,
  },
} satisfies Record<string, Traits>

export type Style = keyof typeof TRAITS
export const STYLES = Object.keys(TRAITS) as Style[]

export const shadingOf = (style: Style): Shading => TRAITS[style].shading
