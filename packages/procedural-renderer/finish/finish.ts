import { type Frame, SKY_DEPTH } from '../canvas/frame.ts'
import { clamp } from '../canvas/noise.ts'
import { mix } from '../canvas/random.ts'
import type { Style } from '../style.ts'
import type { Shot } from '../world/shot.ts'
import { growFur, paintWithBrush } from './brush.ts'
import { addHalftone, addSpeedLines, findLines, flattenTones, inkLines } from './ink.ts'
import { addBloom, addDepthOfField, addShafts, develop, grade, sharpen, softenEdges } from './lens.ts'
import { addFlare, addMotes, addPaper, addStreaks } from './ornament.ts'
import { makePoster } from './poster.ts'
import { shatter } from './shatter.ts'

type Finish = (frame: Frame, shot: Shot, focus: number) => void

const hasLowSun = ({ time, stage }: Shot) =>
  stage !== 'abstract' &&
  stage !== 'table' &&
  stage !== 'studio' &&
  (time === 'dawn' || time === 'golden' || time === 'dusk' || time === 'morning')

/** Turns light into the final picture: each style has its own lens, ink, brush and colors. */
const FINISHES: Record<Style, Finish> = {
  Cinematic(frame, shot, focus) {
    softenEdges(frame)
    addDepthOfField(frame, focus, 0.5)
    if (hasLowSun(shot)) addShafts(frame, shot, 0.55)
    addBloom(frame, 0.95, 14, 0.5)
    develop(frame, 0.92)
    grade(frame, shot, {
      contrast: 1.5,
      chroma: 1.02,
      shade: [-0.035, 0.012, 0.045],
      light: [0.05, 0.01, -0.055],
      vignette: 0.5,
      grain: 0.035,
    })
  },
  'Cinematic XL'(frame, shot, focus) {
    softenEdges(frame)
    addDepthOfField(frame, focus || 60, 1.5)
    if (shot.stage !== 'abstract') addShafts(frame, shot, 0.9)
    addBloom(frame, 0.7, 22, 0.75)
    addStreaks(frame, 0.9)
    develop(frame, 0.72)
    grade(frame, shot, {
      contrast: 2.1,
      chroma: 0.92,
      shade: [-0.03, 0.0, 0.07],
      light: [0.1, 0.035, -0.07],
      vignette: 0.85,
      grain: 0.05,
    })
    addMotes(frame, shot, { count: 46, large: 0.03 })
  },
  Anime(frame, shot) {
    const lines = findLines(frame, 1.6, 0.5)
    softenEdges(frame)
    addBloom(frame, 1, 10, 0.3)
    develop(frame, 1.12)
    inkLines(frame, lines, [0.12, 0.1, 0.24], 0.72)
    grade(frame, shot, { chroma: 1.22, lift: 0.03, light: [0.01, 0.01, 0.02] })
  },
  'Anime XL'(frame, shot) {
    const lines = findLines(frame, 1.1, 0.7)
    softenEdges(frame)
    if (hasLowSun(shot)) addShafts(frame, shot, 0.5)
    addBloom(frame, 0.8, 20, 0.6)
    develop(frame, 1.08)
    inkLines(frame, lines, [0.42, 0.14, 0.2], 0.6)
    grade(frame, shot, { chroma: 1.25, shade: [0.07, -0.01, 0.09], light: [0.07, 0.0, 0.01], lift: 0.03 })
    addMotes(frame, shot, { count: 60, large: 0.011 })
  },
  'Anime XL+'(frame, shot) {
    const lines = findLines(frame, 0.9, 0.4)
    softenEdges(frame)
    addBloom(frame, 0.62, 30, 0.85)
    develop(frame, 0.98)
    inkLines(frame, lines, [0.06, 0.1, 0.3], 0.5)
    grade(frame, shot, { contrast: 1.3, chroma: 1.38, shade: [0.02, 0.0, 0.13], light: [0.05, -0.02, 0.06] })
    addFlare(frame, shot)
  },
  Hyperanime(frame, shot) {
    const lines = findLines(frame, 3.1, 1)
    softenEdges(frame)
    develop(frame, 1.15)
    flattenTones(frame, 5, 0.1)
    grade(frame, shot, { contrast: 1.7, chroma: 1.75, shade: [0.05, -0.04, 0.1], light: [0.06, 0.02, 0] })
    addHalftone(frame, 6, [0.1, 0.02, 0.22], 0.65, (at) => ((frame.depth[at] as number) < SKY_DEPTH ? 0.75 : 0.35))
    addSpeedLines(frame, { x: 0.5, y: 0.5 }, [1, 1, 1], shot.chanceOf('speed'), 0.42)
    inkLines(frame, lines, [0.03, 0.0, 0.08], 1)
  },
  Fur(frame, shot, focus) {
    addDepthOfField(frame, focus, 0.25)
    develop(frame, 1.02)
    growFur(frame, frame, shot, { length: 15, width: 0.85, gap: 2.35, contrast: 0.5 })
    grade(frame, shot, { contrast: 1.35, chroma: 1.12, light: [0.025, 0.012, -0.01], vignette: 0.35 })
  },
  Furtoon(frame, shot) {
    const lines = findLines(frame, 2.6, 0.7)
    develop(frame, 1.2)
    flattenTones(frame, 6, 0.22)
    growFur(frame, frame, shot, { length: 9, width: 1.7, gap: 4.1, contrast: 0.3 })
    grade(frame, shot, { contrast: 1.2, chroma: 1.42, lift: 0.02 })
    inkLines(frame, lines, [0.16, 0.07, 0.12], 0.95)
  },
  'Hardcore XL'(frame, shot) {
    addBloom(frame, 0.8, 12, 0.5)
    develop(frame, 1.1)
    shatter(frame, shot)
  },
  Hyperreal(frame, shot, focus) {
    softenEdges(frame)
    addDepthOfField(frame, focus, 0.22)
    addBloom(frame, 1.15, 8, 0.3)
    develop(frame, 1.02)
    sharpen(frame, 24, 0.28)
    sharpen(frame, 1.4, 0.75)
    grade(frame, shot, { contrast: 1.4, chroma: 1.2, vignette: 0.2 })
  },
  'Hyperreal XL+'(frame, shot, focus) {
    softenEdges(frame)
    addDepthOfField(frame, focus || 30, 2.6)
    addBloom(frame, 0.9, 26, 0.6)
    develop(frame, 0.95)
    sharpen(frame, 30, 0.4)
    sharpen(frame, 1, 0.5)
    grade(frame, shot, {
      contrast: 1.7,
      chroma: 1.3,
      shade: [0.015, 0.0, 0.03],
      light: [0.045, 0.02, -0.03],
      vignette: 0.6,
    })
  },
  'Illustration XL+'(frame, shot) {
    softenEdges(frame)
    addBloom(frame, 0.9, 18, 0.35)
    develop(frame, 1.1)
    grade(frame, shot, { contrast: 1.3, chroma: 1.32, shade: [0.035, 0.0, 0.055], light: [0.04, 0.02, -0.04] })
    paintWithBrush(frame, shot)
    addPaper(frame, shot)
  },
  'K-Pop'(frame, shot) {
    softenEdges(frame)
    develop(frame, 1.15)
    makePoster(frame, shot)
  },
  'Photo XL+'(frame, shot, focus) {
    softenEdges(frame)
    addDepthOfField(frame, focus || 80, 1.1)
    addBloom(frame, 1.1, 16, 0.25)
    develop(frame, 0.98)
    grade(frame, shot, {
      contrast: 1.15,
      chroma: 0.84,
      lift: 0.028,
      shade: [0.01, 0.012, 0.004],
      light: [0.012, 0.004, -0.018],
      vignette: 0.3,
      grain: 0.06,
    })
  },
  'Render XL+'(frame, shot, focus) {
    softenEdges(frame)
    addDepthOfField(frame, focus || 40, 1.3)
    addBloom(frame, 1, 18, 0.4)
    develop(frame, 1.2)
    grade(frame, shot, {
      contrast: 0.9,
      chroma: 0.98,
      lift: 0.09,
      light: [0.03, 0.012, 0.02],
      shade: [0.05, 0.02, 0.075],
    })
  },
}

/** Returns the bytes red, green, blue, with noise below one step so that no bands show. */
export function finishFrame(frame: Frame, shot: Shot, focus: number): Uint8Array {
  const { size, red, green, blue } = frame
  FINISHES[shot.style](frame, shot, focus)
  const pixels = new Uint8Array(size * size * 3)
  for (let at = 0; at < size * size; at++) {
    const dither = (mix(at) & 255) / 256
    pixels[3 * at] = clamp(red[at] as number) * 254.99 + dither
    pixels[3 * at + 1] = clamp(green[at] as number) * 254.99 + dither
    pixels[3 * at + 2] = clamp(blue[at] as number) * 254.99 + dither
  }
  return pixels
}
