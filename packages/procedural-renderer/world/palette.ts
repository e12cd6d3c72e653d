import { blend, type Color, hex, lch, scaled, toOklab, varied } from '../canvas/color.ts'
import { clamp } from '../canvas/noise.ts'
import { between, pick, type Random } from '../canvas/random.ts'
import type { Reading } from '../prompt/reading.ts'

export type TimeOfDay = 'dawn' | 'morning' | 'day' | 'golden' | 'dusk' | 'night'

/** The colors of a scene's light. They light everything in the picture and so hold it together. */
export type Palette = {
  zenith: Color
  middle: Color
  horizon: Color
  /** Color around the sun or moon. */
  halo: Color
  /** Light from the sun or moon. */
  key: Color
  /** Light from the whole sky. */
  fill: Color
  cloudLight: Color
  cloudShade: Color
  /** Color of what stands out: flowers, neon, a flag. */
  accent: Color
  second: Color
}

/** zenith, middle, horizon, halo, key, cloud in light, cloud in shade */
const SKIES: Record<TimeOfDay | 'storm' | 'overcast' | 'void', string[][]> = {
  dawn: [
    ['#33568f', '#a58fc0', '#ffcba4', '#ffd9a0', '#ffc491', '#ffd9c4', '#8a7fae'],
    ['#2f6a96', '#8db9c9', '#ffe0b8', '#ffe9b0', '#ffd9a6', '#fff0dd', '#8ba0b9'],
    ['#4a4a8f', '#d78fb0', '#ffc7b0', '#ffe0b8', '#ffb9a0', '#ffd0c8', '#8f6fa5'],
  ],
  morning: [
    ['#2f73bd', '#86bbe6', '#f3ead6', '#fff3cf', '#ffeccb', '#ffffff', '#a9bdd6'],
    ['#3d87c4', '#9fd2e8', '#e9f3e4', '#fff8d8', '#fff0d2', '#ffffff', '#a4c3d4'],
  ],
  day: [
    ['#1a5cb0', '#4f97dc', '#bfe0f4', '#ffffff', '#fff4de', '#ffffff', '#93aecb'],
    ['#146aa8', '#47a7d8', '#c9ecf0', '#ffffff', '#fff6e2', '#ffffff', '#8fb4c8'],
  ],
  golden: [
    ['#35518d', '#d58d7c', '#ffc58e', '#ffdcae', '#ffc07a', '#ffcf8f', '#9a6f80'],
    ['#4a3f86', '#e0736a', '#ffb78a', '#ffd3a4', '#ffb070', '#ffb487', '#84558a'],
    ['#1f5a86', '#dc9a72', '#ffd6a6', '#ffe9c4', '#ffca88', '#ffe0a8', '#8a7a86'],
  ],
  dusk: [
    ['#141f52', '#5a5299', '#ee9a8c', '#ffc7a0', '#b99ac9', '#e39aa8', '#3d3c74'],
    ['#0f2750', '#3f6596', '#f0b48a', '#ffd9a8', '#9fb0d6', '#d8a5a0', '#334a78'],
    ['#241652', '#7a3f92', '#ff7f8a', '#ffb09a', '#c890c9', '#f08aa8', '#4c2f70'],
  ],
  night: [
    ['#040a22', '#0c2350', '#2c5285', '#a9c4ee', '#8fb0e6', '#5d7fb5', '#101d40'],
    ['#070822', '#1d1f55', '#4b4486', '#c3bdf2', '#a4a3e6', '#6c6aab', '#17163c'],
    ['#03131f', '#083447', '#1f6a78', '#b0ece4', '#86c9d2', '#4d939d', '#0a2530'],
  ],
  storm: [
    ['#1b2631', '#3a4a56', '#8c9c9d', '#d9dcc9', '#b9c6c9', '#9aa9ad', '#28333d'],
    ['#1d2238', '#41496a', '#9b97a4', '#e6d2bc', '#bfc0d2', '#a3a4b4', '#262b40'],
  ],
  overcast: [
    ['#7f93a6', '#a5b5c2', '#d5dadb', '#f2f1ea', '#d9dfe3', '#e9ecee', '#8593a1'],
    ['#8a94a0', '#b4b7be', '#e0d9d0', '#f6efe2', '#e6e0d8', '#efebe6', '#918f9a'],
  ],
  void: [
    ['#02030b', '#070a20', '#141238', '#fff1d8', '#fff2dd', '#8fa2e8', '#1b1546'],
    ['#03060d', '#08162a', '#0d2b40', '#e6f2ff', '#eef6ff', '#7fd0e0', '#0b2540'],
    ['#070210', '#180a2c', '#331245', '#ffe3f0', '#ffeede', '#e58fc9', '#37104a'],
  ],
}

const HUES: Record<string, { hue: number; chroma: number }> = {
  red: { hue: 27, chroma: 1.25 },
  orange: { hue: 55, chroma: 1.25 },
  yellow: { hue: 98, chroma: 1.15 },
  gold: { hue: 82, chroma: 1.2 },
  green: { hue: 148, chroma: 1.05 },
  teal: { hue: 192, chroma: 1.05 },
  blue: { hue: 256, chroma: 1.15 },
  purple: { hue: 304, chroma: 1.2 },
  pink: { hue: 354, chroma: 1.15 },
  brown: { hue: 62, chroma: 0.7 },
}

/** Returns the hues that the prompt names, in degrees of OKLab. */
export const huesOf = (reading: Reading) =>
  reading.all('color').flatMap((name) => (HUES[name] ? [HUES[name] as { hue: number; chroma: number }] : []))

export function timeOf(reading: Reading, random: Random): TimeOfDay {
  const asked = (['night', 'dusk', 'golden', 'dawn', 'morning', 'day'] as const).find((time) =>
    reading.has(`time:${time}`),
  )
  if (asked) return asked
  if (reading.has('mood:dark') || (reading.has('with:neon') && reading.has('place:street'))) return 'night'
  if (reading.has('mood:romantic') || reading.has('mood:dramatic')) return pick(random, ['golden', 'dusk'] as const)
  if (reading.has('mood:dreamy')) return pick(random, ['dusk', 'dawn', 'golden'] as const)
  if (reading.has('mood:calm')) return pick(random, ['dawn', 'morning', 'golden'] as const)
  const free = (['morning', 'day', 'golden', 'dawn'] as const).filter((time) => !reading.has(`no-time:${time}`))
  return pick(random, free)
}

type Mood = { chroma: number; lightness: number; warmth: number }
const NO_MOOD: Mood = { chroma: 1, lightness: 1, warmth: 0 }
/** How a mood changes every color. */
const MOODS: Record<string, Mood> = {
  calm: { chroma: 0.82, lightness: 1.05, warmth: -0.2 },
  joy: { chroma: 1.3, lightness: 1.06, warmth: 0.25 },
  dramatic: { chroma: 1.15, lightness: 0.86, warmth: 0.25 },
  dark: { chroma: 0.75, lightness: 0.78, warmth: 0 },
  dreamy: { chroma: 0.88, lightness: 1.08, warmth: -0.3 },
  romantic: { chroma: 1.08, lightness: 1.03, warmth: 0.7 },
  sad: { chroma: 0.6, lightness: 0.94, warmth: -0.3 },
  energy: { chroma: 1.38, lightness: 1, warmth: 0.2 },
  cute: { chroma: 0.85, lightness: 1.12, warmth: 0.35 },
  cosy: { chroma: 1.05, lightness: 0.97, warmth: 0.85 },
  future: { chroma: 1.05, lightness: 0.97, warmth: -0.85 },
}

export function paletteOf(
  reading: Reading,
  time: TimeOfDay,
  isVoid: boolean,
  tuning: { chroma: number; lightness: number },
  random: Random,
): Palette {
  const isStorm = reading.has('weather:storm')
  const isGray = reading.has('weather:rain') || reading.has('color:grey')
  const isBright = time === 'day' || time === 'morning'
  const kind = isVoid ? 'void' : isStorm && time !== 'night' ? 'storm' : isGray && isBright ? 'overcast' : time
  let [zenith, middle, horizon, halo, key, cloudLight, cloudShade] = pick(random, SKIES[kind]).map(hex) as [
    Color,
    Color,
    Color,
    Color,
    Color,
    Color,
    Color,
  ]
  const hues = huesOf(reading)
  // The red of a red car belongs mainly to the car.
  const hasSubject = reading.all('subject').length > 0
  const turnTo = (color: Color, at: number, force: number): Color => {
    const target = hues[at % hues.length]
    if (!target) return color
    const [lightness, a, b] = toOklab(color)
    const chroma = Math.max(Math.hypot(a, b), hasSubject ? 0.075 : 0.095) * target.chroma
    return blend(color, lch(lightness, chroma, target.hue), Math.min(0.96, force * (hasSubject ? 0.6 : 1.3)))
  }
  zenith = turnTo(zenith, 0, 0.75)
  middle = turnTo(middle, 0, 0.7)
  horizon = turnTo(horizon, hues.length > 1 ? 1 : 0, 0.6)
  halo = turnTo(halo, hues.length > 1 ? 1 : 0, 0.35)
  key = turnTo(key, hues.length > 1 ? 1 : 0, isVoid ? 0.5 : 0.25)
  cloudLight = turnTo(cloudLight, 1, 0.5)
  cloudShade = turnTo(cloudShade, 0, 0.65)
  const baseHue = hues[0]?.hue ?? between(random, 0, 360)
  const accentHue = hues[0] ? baseHue : pick(random, [25, 45, 75, 350, 325, 285, 255])
  const palette = {
    zenith,
    middle,
    horizon,
    halo,
    key,
    // Warm light has cool shade, as on a real evening.
    fill: time === 'golden' || time === 'dawn' ? blend(zenith, horizon, 0.42) : blend(middle, horizon, 0.35),
    cloudLight,
    cloudShade,
    accent: lch(0.68, 0.19, accentHue),
    second: lch(0.75, 0.15, accentHue + pick(random, [60, 150, 180, 210])),
  }
  const moods = reading.all('mood').map((name) => MOODS[name] ?? NO_MOOD)
  const mood =
    tuning.chroma *
    (reading.has('color:pastel') ? 0.6 : 1) *
    (reading.has('color:vivid') ? 1.25 : 1) *
    (reading.has('color:grey') ? 0.08 : 1) *
    moods.reduce((product, { chroma }) => product * chroma, 1)
  const light =
    tuning.lightness *
    moods.reduce((product, { lightness }) => product * lightness, 1) *
    (reading.has('color:black') ? 0.85 : 1) *
    (reading.has('color:white') || reading.has('color:pastel') ? 1.08 : 1)
  const shift =
    (reading.has('color:warm') ? 1 : 0) -
    (reading.has('color:cool') ? 1 : 0) +
    moods.reduce((sum, { warmth }) => sum + warmth, 0)
  const tuned = Object.fromEntries(
    Object.entries(palette).map(([name, color]) => {
      const [lightness, a, b] = toOklab(varied(color, { chroma: mood, lightness: light }))
      return [name, blend(color, lchFrom(lightness, a + shift * 0.02, b + shift * 0.05), 1)]
    }),
  ) as Palette
  const power =
    time === 'night'
      ? 1.5
      : time === 'dusk'
        ? 1.5
        : kind === 'storm' || kind === 'overcast'
          ? 1.2
          : time === 'day' || time === 'morning'
            ? 1.75
            : 2.3
  return {
    ...tuned,
    key: scaled(tuned.key, power),
    fill: scaled(tuned.fill, time === 'night' ? 1.1 : time === 'day' || time === 'morning' ? 0.62 : 0.85),
  }
}

const lchFrom = (lightness: number, a: number, b: number): Color =>
  lch(clamp(lightness), Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI)
