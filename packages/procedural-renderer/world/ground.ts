import { type Color, hex, varied } from '../canvas/color.ts'
import { type Frame, THING } from '../canvas/frame.ts'
import { clamp, smooth } from '../canvas/noise.ts'
import type { LandKind } from '../prompt/scene.ts'
import type { Relief } from './relief.ts'
import type { Shot } from './shot.ts'

type Materials = {
  low: Color
  high: Color
  steep: Color
  dry: Color
  cap: Color | null
  tree: Color
  capFrom: number
}

const EARTH: Record<LandKind, [low: string, high: string, steep: string, dry: string]> = {
  mountain: ['#55692f', '#6d7a45', '#6b6660', '#8d8463'],
  hill: ['#4c7a2e', '#6b913a', '#6f6450', '#8f8c4a'],
  meadow: ['#4f7d30', '#6f963c', '#6d6046', '#97924a'],
  forest: ['#4a6a2c', '#5d7a38', '#5b5344', '#7d6c3f'],
  swamp: ['#465a2e', '#5a6a36', '#4e4636', '#6a6238'],
  desert: ['#c99564', '#d6a976', '#b98055', '#dfbe92'],
  sea: ['#5f7a45', '#6f7f55', '#6c6258', '#94885f'],
  beach: ['#c9b894', '#6f8a48', '#857866', '#bfae8a'],
  island: ['#6a9444', '#5f8a40', '#8a7a66', '#dcc898'],
  lake: ['#5a7a35', '#6a8040', '#6d6862', '#9a8d62'],
  river: ['#5f8a38', '#7a9a48', '#7a7060', '#a59a66'],
  arctic: ['#eef4fa', '#f6f9fc', '#a9c4dc', '#dfeaf4'],
  moon: ['#8d8c8a', '#a5a4a2', '#6f6e6e', '#9b9a97'],
  mars: ['#b5623a', '#c97a4a', '#8a4530', '#d89060'],
  canyon: ['#c77a4a', '#d98f58', '#b0573a', '#e0ab78'],
  volcano: ['#4f5a34', '#4a4440', '#3c3634', '#6a604a'],
}
const SEASONS: Record<string, { turn: number; chroma: number; lightness: number }> = {
  spring: { turn: -6, chroma: 1.15, lightness: 1.08 },
  summer: { turn: 8, chroma: 1.3, lightness: 1.08 },
  autumn: { turn: -62, chroma: 1.25, lightness: 1.02 },
  winter: { turn: -20, chroma: 0.6, lightness: 1 },
}

function materialsOf(shot: Shot): Materials {
  const { land, reading, palette } = shot
  const season = SEASONS[reading.all('season')[0] ?? ''] ?? { turn: 0, chroma: 1, lightness: 1 }
  const [low, high, steep, dry] = EARTH[land].map(hex) as [Color, Color, Color, Color]
  const green = (color: Color) => varied(color, season)
  const isBare = ['desert', 'moon', 'mars', 'canyon', 'arctic'].includes(land)
  const isSnowy = reading.has('weather:snow') || land === 'arctic'
  const tree = reading.has('season:autumn') ? hex('#b8662a') : hex('#2f4d2a')
  return {
    low: isBare ? low : green(low),
    high: isBare ? high : green(high),
    steep,
    dry: isBare ? dry : green(dry),
    cap: isSnowy
      ? hex('#eaf1fa')
      : land === 'mountain' || land === 'lake' || shot.hasMountains
        ? varied(hex('#f4f6fb'), {})
        : null,
    capFrom: isSnowy ? -50 : 300 + palette.accent[0] * 60,
    tree,
  }
}

/** Paints grass, rock, sand and snow pixel by pixel, by height, slope and chance. */
export function paintGround(frame: Frame, shot: Shot, relief: Relief): void {
  const { size, depth, thing, red, green, blue, normalX, normalY, normalZ } = frame
  const { camera, noise } = shot
  if (shot.stage === 'sky') {
    paintCloudSea(frame, shot)
    return
  }
  const materials = materialsOf(shot)
  const { low, high, steep, dry, cap, tree, capFrom } = materials
  const isSandy = shot.land === 'desert'
  const strata = shot.land === 'canyon'
  const hasBeach = relief.water > -1e8
  for (let at = 0; at < size * size; at++) {
    if (thing[at] !== THING.ground) continue
    const far = depth[at] as number
    const column = at % size
    const row = (at - column) / size
    const x = camera.x + ((column + 0.5 - camera.middle) * far) / camera.focal
    const z = camera.z + far
    const height = camera.y - ((row + 0.5 - camera.horizon) * far) / camera.focal
    const up = normalY[at] as number
    const patches = noise.fbm(x / 34, z / 34, 4)
    const fine = far < 220 ? noise.fbm(x * 1.9, z * 1.9, far < 40 ? 4 : 2) : 0
    const share = clamp(0.5 + patches * 0.9)
    const dryness = smooth(0.05, 0.5, noise.gradient(x / 90 + 40, z / 90) + fine * 0.35)
    const shade = 1 + fine * (isSandy ? 0.12 : 0.5)
    let r = (low[0] + (high[0] - low[0]) * share) * (1 - dryness) + dry[0] * dryness
    let g = (low[1] + (high[1] - low[1]) * share) * (1 - dryness) + dry[1] * dryness
    let b = (low[2] + (high[2] - low[2]) * share) * (1 - dryness) + dry[2] * dryness
    if (hasBeach) {
      const sand =
        smooth(2.2 + patches, 0.5, height - relief.water) * (shot.land === 'beach' || shot.land === 'island' ? 1 : 0.55)
      const wet = smooth(0.5, 0.05, height - relief.water)
      r += (0.5 - r) * sand
      g += (0.42 - g) * sand
      b += (0.31 - b) * sand
      r *= 1 - wet * 0.45
      g *= 1 - wet * 0.42
      b *= 1 - wet * 0.36
    }
    const wood =
      relief.wooded > 0 && far > 110 && height < 330 && up < 0.55 && !strata
        ? smooth(0.58, 0.4, up) * (1 - smooth(240, 330, height))
        : 0
    const rock = smooth(0.74, 0.52, up + patches * 0.16) * (1 - wood)
    const layer = strata
      ? 0.8 + 0.35 * noise.gradient(3.1, height / 4.4 + patches * 0.5)
      : 0.85 + 0.35 * noise.fbm(x / 17, (z + height * 3) / 17, 3)
    r += (steep[0] * layer - r) * rock
    g += (steep[1] * layer - g) * rock
    b += (steep[2] * layer - b) * rock
    r += (tree[0] * (0.8 + share * 0.5) - r) * wood
    g += (tree[1] * (0.8 + share * 0.5) - g) * wood
    b += (tree[2] * (0.8 + share * 0.5) - b) * wood
    if (cap) {
      const snow =
        smooth(capFrom - 40, capFrom + 90, height + patches * 160) *
        smooth(0.5, 0.72, up + patches * 0.12) *
        (1 - wood * 0.75)
      r += (cap[0] - r) * snow
      g += (cap[1] - g) * snow
      b += (cap[2] - b) * snow
    }
    if (shot.land === 'volcano') {
      // Lava runs down the flanks in the lows of a noise and glows through the cracks of its crust.
      const summit = smooth(150, 760, height)
      const vein = 1 - Math.abs(noise.gradient(x / 64 + 5, (z + height) / 210) + fine * 0.1)
      const lava = smooth(0.9 - summit * 0.2, 0.97 - summit * 0.12, vein) * smooth(60, 200, height)
      r += (1 - r) * lava
      g += (0.24 + 0.3 * summit * vein - g) * lava
      b += (0.03 - b) * lava
      frame.glow[at] = lava * 3.2
    }
    red[at] = r * shade
    green[at] = g * shade
    blue[at] = b * shade
    if (far < 90) {
      const bump = (isSandy ? 0.1 : 0.5) * (1 - far / 90)
      normalX[at] = (normalX[at] as number) + fine * bump
      normalZ[at] = (normalZ[at] as number) - fine * bump
    }
  }
}

/** Paints the tops of clouds: white, and darker in the hollows. */
function paintCloudSea(frame: Frame, { palette }: Shot): void {
  for (let at = 0; at < frame.thing.length; at++) {
    if (frame.thing[at] !== THING.ground) continue
    const share = clamp((frame.open[at] as number) * 1.1 - 0.25)
    frame.red[at] = palette.cloudShade[0] + (palette.cloudLight[0] - palette.cloudShade[0]) * share
    frame.green[at] = palette.cloudShade[1] + (palette.cloudLight[1] - palette.cloudShade[1]) * share
    frame.blue[at] = palette.cloudShade[2] + (palette.cloudLight[2] - palette.cloudShade[2]) * share
  }
}
