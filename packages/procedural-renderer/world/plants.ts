import { type Color, hex, varied } from '../canvas/color.ts'
import { type Frame, THING } from '../canvas/frame.ts'
import { clamp, lerp } from '../canvas/noise.ts'
import { between, pick, type Random } from '../canvas/random.ts'
import type { LandKind } from '../prompt/scene.ts'
import { GRASSY } from '../prompt/shown.ts'
import type { Relief } from './relief.ts'
import type { Shot } from './shot.ts'

type TreeKind = 'conifer' | 'leafy' | 'birch' | 'palm' | 'bare'

/** Trees near enough to be seen one by one. */
const WOODS: Partial<Record<LandKind, { count: number; kinds: TreeKind[]; from: number; to: number }>> = {
  forest: { count: 44, kinds: ['conifer', 'conifer', 'leafy', 'birch'], from: 9, to: 105 },
  hill: { count: 9, kinds: ['leafy'], from: 24, to: 130 },
  meadow: { count: 7, kinds: ['leafy', 'leafy', 'birch'], from: 30, to: 130 },
  lake: { count: 20, kinds: ['conifer', 'conifer', 'birch'], from: 14, to: 120 },
  river: { count: 20, kinds: ['leafy', 'conifer', 'birch'], from: 14, to: 110 },
  mountain: { count: 16, kinds: ['conifer'], from: 14, to: 120 },
  swamp: { count: 18, kinds: ['bare', 'leafy'], from: 12, to: 90 },
  island: { count: 10, kinds: ['palm'], from: 200, to: 420 },
  volcano: { count: 6, kinds: ['conifer'], from: 30, to: 120 },
  beach: { count: 0, kinds: ['palm'], from: 12, to: 60 },
}

/** Space around a subject that plants keep clear of: `half` is its width to either side, as a share of the picture. */
export type Clearing = { column: number; far: number; half: number }

/**
 * Paints trees, grass and flowers as thousands of small dabs, each with a depth and a direction, so that they are lit
 * like everything else.
 */
export function paintPlants(frame: Frame, shot: Shot, relief: Relief, clearings: readonly Clearing[]): void {
  const { reading, land } = shot
  const random = shot.chanceOf('plants')
  const wood = WOODS[shot.isWooded ? 'forest' : land]
  const askedPalms = reading.has('with:palms') || (land === 'beach' && reading.has('season:summer'))
  const asked = reading.has('with:trees') ? 12 : 0
  if ((wood || askedPalms || asked > 0) && !reading.has('no-with:trees') && !reading.has('view:minimal')) {
    const { count, kinds, from, to } = wood ?? { count: 0, kinds: ['leafy'] as TreeKind[], from: 14, to: 90 }
    const trees: { x: number; z: number; kind: TreeKind }[] = []
    for (
      let tries = 0;
      tries < (Math.max(count, asked) + (askedPalms ? 9 : 0)) * 3 &&
      trees.length < Math.max(count, asked) + (askedPalms ? 9 : 0);
      tries++
    ) {
      const far = from + (to - from) * random() ** 1.6
      const column = random() * 1.16 - 0.08
      if (clearings.some((one) => far < one.far + 8 && Math.abs(column - one.column) < one.half)) continue
      // The middle stays open, so that the eye finds a way in.
      if (clearings.length === 0 && far < 45 && Math.abs(column - 0.5) < 0.24) continue
      const x = shot.camera.x + ((column - 0.5) * shot.size * far) / shot.camera.focal
      const z = shot.camera.z + far
      if (relief.heightAt(x, z, far) < relief.water + 0.5) continue
      const kind = pick(random, kinds)
      // In winter, near trees are evergreens: bare twigs look right only far away.
      trees.push({ x, z, kind: askedPalms ? 'palm' : reading.has('season:winter') && far < 40 ? 'conifer' : kind })
    }
    trees.sort((a, b) => a.z - b.z)
    for (const tree of trees)
      paintTree(frame, shot, tree.kind, tree.x, relief.heightAt(tree.x, tree.z, tree.z - shot.camera.z), tree.z, random)
  }
  const hasFlowers = reading.has('with:flowers') && !reading.has('no-with:flowers')
  if (GRASSY.has(land) && !reading.has('weather:snow'))
    paintGrass(
      frame,
      shot,
      relief,
      random,
      hasFlowers || (land === 'meadow' && !reading.has('no-with:flowers'))
        ? hasFlowers
          ? 1
          : 0.35
        : reading.has('season:spring')
          ? 0.4
          : 0.06,
    )
  else if (hasFlowers) paintGrass(frame, shot, relief, random, 1)
}

function dab(
  frame: Frame,
  x: number,
  y: number,
  radius: number,
  far: number,
  normal: readonly [number, number, number],
  color: Color,
  open: number,
): void {
  const { size, depth } = frame
  const reach = Math.max(0.5, radius)
  for (let row = Math.max(0, Math.ceil(y - reach)); row <= Math.min(size - 1, y + reach); row++)
    for (let column = Math.max(0, Math.ceil(x - reach)); column <= Math.min(size - 1, x + reach); column++) {
      if ((column - x) ** 2 + (row - y) ** 2 > reach * reach) continue
      const at = row * size + column
      if ((depth[at] as number) <= far) continue
      setPixel(frame, at, far, normal, color, open)
    }
}

function setPixel(
  frame: Frame,
  at: number,
  far: number,
  normal: readonly [number, number, number],
  color: Color,
  open: number,
): void {
  frame.depth[at] = far
  frame.red[at] = color[0]
  frame.green[at] = color[1]
  frame.blue[at] = color[2]
  frame.normalX[at] = normal[0]
  frame.normalY[at] = normal[1]
  frame.normalZ[at] = normal[2]
  frame.thing[at] = THING.plant
  frame.lit[at] = 1
  frame.open[at] = open
  frame.gloss[at] = 0
  frame.glow[at] = 0
}

const LEAVES: Record<string, string[]> = {
  spring: ['#8fb84a', '#a8c860', '#f0b8c8'],
  summer: ['#4f7f30', '#5f9238', '#446e2c'],
  autumn: ['#d8782a', '#c8502a', '#e0a83a', '#a83a24'],
  winter: ['#6a7058', '#5a6450'],
}

function paintTree(frame: Frame, shot: Shot, kind: TreeKind, x: number, base: number, z: number, random: Random): void {
  const { camera, reading, key } = shot
  const far = z - camera.z
  const scale = camera.focal / far
  const column = camera.middle + (x - camera.x) * scale
  const foot = camera.horizon - (base - camera.y) * scale
  const isSnowy = reading.has('weather:snow')
  const season = reading.all('season')[0] ?? 'summer'
  const tall =
    kind === 'conifer'
      ? between(random, 9, 17)
      : kind === 'palm'
        ? between(random, 6, 10)
        : kind === 'birch'
          ? between(random, 8, 12)
          : between(random, 6, 10)
  const bark = hex(kind === 'birch' ? '#d8d2c6' : kind === 'palm' ? '#8a7254' : '#4a3628')
  const lean = kind === 'palm' ? between(random, -0.22, 0.22) : between(random, -0.03, 0.03)
  const trunkTall = kind === 'conifer' ? tall * 0.9 : kind === 'palm' ? tall : tall * 0.62
  const thick = tall * (kind === 'birch' || kind === 'palm' ? 0.014 : 0.024)
  const trunkRows = Math.ceil(trunkTall * scale)
  for (let step = 0; step <= trunkRows; step++) {
    const up = step / Math.max(1, trunkRows)
    const half = Math.max(0.5, thick * scale * (1 - up * 0.65))
    const row = Math.round(foot - step)
    const bend = lean * trunkTall * scale * up * up
    if (row < 0 || row >= frame.size) continue
    for (
      let px = Math.max(0, Math.ceil(column + bend - half));
      px <= Math.min(frame.size - 1, column + bend + half);
      px++
    ) {
      const at = row * frame.size + px
      if ((frame.depth[at] as number) <= far) continue
      const side = (px - column - bend) / half
      const mark =
        kind === 'birch' && shot.noise.gradient(px * 0.4, row * 0.9 + x) > 0.28
          ? 0.25
          : 0.9 + 0.2 * shot.noise.gradient(px * 0.7, row * 0.25)
      setPixel(
        frame,
        at,
        far,
        [side * 0.9, 0.1, -Math.sqrt(Math.max(0, 1 - side * side))],
        [bark[0] * mark, bark[1] * mark, bark[2] * mark],
        0.75,
      )
    }
  }
  const leaves = hex(pick(random, LEAVES[season] ?? (LEAVES.summer as string[])))
  const needle = varied(hex(pick(random, ['#2f5230', '#3a5f38', '#2a4a3a'])), {})
  const count = Math.round(clamp((tall * scale) ** 2 * 0.13, 60, 4200))
  const topX = column + lean * trunkTall * scale
  if (kind === 'bare' || (season === 'winter' && kind !== 'conifer' && kind !== 'palm')) {
    for (let branch = 0; branch < 22; branch++) {
      const up = between(random, 0.35, 1)
      const side = random() < 0.5 ? -1 : 1
      const reach = tall * 0.3 * (1.15 - up) * scale * between(random, 0.5, 1.2)
      for (let step = 0; step < reach; step += 0.7) {
        const share = step / reach
        dab(
          frame,
          column + side * step,
          foot - trunkTall * up * scale - step * 0.75,
          Math.max(0.5, thick * scale * 0.3 * (1 - share)),
          far,
          [0, 0.5, -0.8],
          isSnowy && random() < 0.3 ? [0.85, 0.88, 0.92] : bark,
          0.7,
        )
      }
    }
    return
  }
  if (kind === 'palm') {
    for (let frond = 0; frond < 11; frond++) {
      const angle = (frond / 11) * Math.PI * 2 + random()
      const reach = tall * 0.36
      for (let step = 0; step < 60; step++) {
        const share = step / 60
        const out = Math.cos(angle) * reach * share
        const drop = -0.55 * reach * share * share * 1.6 + 0.32 * reach * share
        const px = topX + out * scale
        const py = foot - (trunkTall + drop) * scale
        const hang = (1 - share) * 0.13 * reach * scale * Math.sin(share * 3.1) * 2.4
        for (let strand = 0; strand < 3; strand++)
          dab(
            frame,
            px + between(random, -1, 1),
            py + hang * random(),
            Math.max(0.5, scale * 0.045),
            far + Math.sin(angle) * reach * share,
            [Math.cos(angle) * 0.4, 0.8, -0.4],
            varied(leaves, { lightness: between(random, 0.75, 1.15) }),
            0.9,
          )
      }
    }
    return
  }
  for (let leaf = 0; leaf < count; leaf++) {
    let lx: number
    let ly: number
    let lz: number
    let inner: number
    if (kind === 'conifer') {
      const up = 1 - Math.sqrt(random())
      const tier = up * 8 - Math.floor(up * 8)
      const wide = tall * 0.2 * (1 - up) * (1.15 - 0.55 * tier)
      const angle = random() * Math.PI * 2
      const r = wide * Math.sqrt(random())
      lx = Math.cos(angle) * r
      lz = Math.sin(angle) * r
      ly = tall * (0.12 + 0.88 * up) - r * 0.35
      inner = r / (wide + 1e-3)
    } else {
      const clump = leaf % 7
      const a = clump * 2.4 + x
      const cx = clump === 0 ? 0 : Math.cos(a) * tall * 0.19
      const cy = tall * (0.66 + 0.13 * Math.sin(a * 1.7))
      const cz = clump === 0 ? 0 : Math.sin(a) * tall * 0.19
      const u = random() * 2 - 1
      const angle = random() * Math.PI * 2
      const r = tall * (kind === 'birch' ? 0.13 : 0.19) * Math.cbrt(random())
      lx = cx * (kind === 'birch' ? 0.55 : 1) + r * Math.sqrt(1 - u * u) * Math.cos(angle)
      ly = cy + r * u * (kind === 'birch' ? 1.5 : 0.85)
      lz = cz + r * Math.sqrt(1 - u * u) * Math.sin(angle)
      inner = r / (tall * 0.19)
    }
    const length = Math.hypot(lx, ly - tall * 0.55, lz) + 1e-3
    const normal = [lx / length, 0.35 + ((ly - tall * 0.55) / length) * 0.6, lz / length - 0.2] as const
    const toKey = (lx * key.x + lz * key.z) / (tall * 0.25)
    const tint = between(random, 0.72, 1.2)
    const tone = kind === 'conifer' ? needle : leaves
    const snow = isSnowy && random() < 0.42 && inner > 0.45
    dab(
      frame,
      column + (lx + lean * ly) * scale,
      foot - ly * scale,
      clamp(scale * lerp(0.09, 0.17, random()), 0.55, lerp(2, 3.6, random())),
      far + lz,
      normal,
      snow ? [0.86, 0.89, 0.94] : [tone[0] * tint, tone[1] * tint, tone[2] * tint],
      clamp(0.3 + inner * 0.55 + toKey * 0.25, 0.2, 1),
    )
  }
}

/** Paints blades of grass near the viewer, some with flowers. They are taller at the sides to frame the view. */
function paintGrass(frame: Frame, shot: Shot, relief: Relief, random: Random, flowers: number): void {
  const { camera, noise, palette, reading, size } = shot
  const autumn = reading.has('season:autumn')
  const tones = (autumn ? ['#a8843a', '#c09a4a', '#8a7a3a'] : ['#5f9038', '#7aa845', '#4a7a30', '#98b858']).map(hex)
  const petals = [palette.accent, palette.second, varied(palette.accent, { turn: 35, lightness: 1.1 }), hex('#fbf4e6')]
  const low = camera.y - Math.max(relief.heightAt(camera.x, camera.z + 3, 3), relief.water)
  const nearest = Math.max(1.3, (low * camera.focal) / (size - camera.horizon) - 0.2)
  for (let blade = 0; blade < 3600; blade++) {
    const far = nearest * (1 + 9 * random() ** 1.9)
    const column = random() * 1.04 - 0.02
    const x = camera.x + ((column - 0.5) * size * far) / camera.focal
    const z = camera.z + far
    if (noise.fbm(x / 2.4, z / 2.4, 2) < -0.12) continue
    const ground = relief.heightAt(x, z, far)
    if (ground < relief.water + 0.12) continue
    const scale = camera.focal / far
    const bush = 0.55 + 0.8 * Math.abs(column - 0.5) + 0.5 * noise.gradient(x / 1.7, z / 1.7)
    const tall = clamp(low / 1.7, 0.35, 3) * between(random, 0.12, 0.34) * bush
    const px = camera.middle + (x - camera.x) * scale
    const py = camera.horizon - (ground - camera.y) * scale
    const bend = (random() - 0.5) * 0.7 + shot.air.wind * 0.5 * (shot.sun.x > 0 ? -1 : 1)
    const tone = pick(random, tones)
    const steps = Math.ceil(tall * scale)
    if (steps < 2) continue
    const width = clamp(scale * 0.008 * clamp(low / 1.7, 0.4, 3), 0.5, 2.2)
    for (let step = 0; step <= steps; step++) {
      const up = step / steps
      const light = lerp(0.55, 1.25, up)
      dab(
        frame,
        px + bend * up * up * tall * scale,
        py - step,
        width * (1 - up * 0.8),
        far,
        [bend * 0.4, 0.85, -0.45],
        [tone[0] * light, tone[1] * light, tone[2] * light],
        lerp(0.5, 1, up),
      )
    }
    if (random() < flowers * 0.16) {
      const petal = pick(random, petals)
      const r = clamp(tall * scale * between(random, 0.12, 0.2), 1.1, size * 0.016)
      const fx = px + bend * tall * scale
      const fy = py - steps
      for (let leaf = 0; leaf < 6; leaf++) {
        const angle = leaf * 1.047 + random()
        dab(
          frame,
          fx + Math.cos(angle) * r * 0.85,
          fy + Math.sin(angle) * r * 0.7,
          r * 0.62,
          far - 0.01,
          [Math.cos(angle) * 0.4, 0.6, -0.6],
          varied(petal, { lightness: between(random, 0.88, 1.12) }),
          1,
        )
      }
      dab(frame, fx, fy, r * 0.45, far - 0.02, [0, 0.5, -0.8], hex('#f2c040'), 1)
    }
  }
}
