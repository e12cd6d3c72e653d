import { clamp } from './noise.ts'

/** Linear sRGB, 0 to 1, and above for light. */
export type Color = readonly [red: number, green: number, blue: number]

/** Turns a screen value, 0 to 1, into linear light. */
export const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
/** Turns linear light into a screen value, 0 to 1. */
export const toScreen = (value: number) =>
  value <= 0.0031308 ? 12.92 * clamp(value) : 1.055 * clamp(value) ** (1 / 2.4) - 0.055

/** Reads a color such as `#rrggbb`. */
export function hex(code: string): Color {
  const value = Number.parseInt(code.slice(1), 16)
  return [toLinear((value >> 16) / 255), toLinear(((value >> 8) & 255) / 255), toLinear((value & 255) / 255)]
}

/**
 * Returns lightness 0 to 1, a (green to red) and b (blue to yellow). Source: Björn Ottosson, "A perceptual color
 * space".
 */
export function toOklab([red, green, blue]: Color): Color {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

export function fromOklab([lightness, a, b]: Color): Color {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    Math.max(0, 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    Math.max(0, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    Math.max(0, -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** @param hue in degrees @param chroma 0 (gray) to about 0.3 */
export const lch = (lightness: number, chroma: number, hue: number): Color =>
  fromOklab([lightness, chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)])

/** Mixes two colors in OKLab, without a gray or dark middle. */
export function blend(from: Color, to: Color, share: number): Color {
  const a = toOklab(from)
  const b = toOklab(to)
  return fromOklab([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share])
}

export const scaled = ([red, green, blue]: Color, by: number): Color => [red * by, green * by, blue * by]

/** Makes a color lighter or darker, more or less colorful, or turns its hue (degrees). */
export function varied(color: Color, by: { lightness?: number; chroma?: number; turn?: number }): Color {
  const [lightness, a, b] = toOklab(color)
  const angle = ((by.turn ?? 0) * Math.PI) / 180
  const chroma = by.chroma ?? 1
  return fromOklab([
    clamp(lightness * (by.lightness ?? 1), 0, 1.2),
    (a * Math.cos(angle) - b * Math.sin(angle)) * chroma,
    (a * Math.sin(angle) + b * Math.cos(angle)) * chroma,
  ])
}
