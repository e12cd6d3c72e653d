/** Upright RGB, row by row, three numbers from 0 to 1 for each pixel, in display sRGB and not in linear light. */
export type Picture = { width: number; height: number; data: Float32Array }

/** A filter returns a new picture of the same size. @param strength 0 (no change) to 1 */
export type PictureFilter = (picture: Picture, strength: number) => Picture

export function pictureOf(bytes: Uint8Array, { width, height }: { width: number; height: number }): Picture {
  const data = new Float32Array(bytes.length)
  for (let i = 0; i < bytes.length; i++) data[i] = (bytes[i] as number) / 255
  return { width, height, data }
}

export function bytesOf({ data }: Picture): Uint8Array {
  const bytes = new Uint8ClampedArray(data.length)
  // The array rounds, and keeps values within 0 and 255.
  for (let i = 0; i < data.length; i++) bytes[i] = (data[i] as number) * 255
  return new Uint8Array(bytes.buffer)
}

export const clamp = (value: number) => Math.min(Math.max(value, 0), 1)
export const mix = (from: number, to: number, share: number) => from + (to - from) * share

/** Returns 0 below `from`, 1 above `to`, and a smooth step between them. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}

/** Rec. 709 luma of the displayed values. */
export const lumaOf = (r: number, g: number, b: number) => 0.2126 * r + 0.7152 * g + 0.0722 * b

/** Returns how much to darken a bright picture before lighting it. @param limit the mean luma above which to darken */
export function heldBack({ data }: Picture, limit: number): number {
  let sum = 0
  for (let i = 0; i < data.length; i += 3)
    sum += lumaOf(data[i] as number, data[i + 1] as number, data[i + 2] as number)
  return Math.min(1, limit / (sum / (data.length / 3) + 1e-6))
}

/** Three numbers that a callback of `each` changes in place. */
export type Colour = [r: number, g: number, b: number]

/** Builds a new picture. `change` gets each pixel of the old one. */
export function each(
  { width, height, data }: Picture,
  change: (colour: Colour, x: number, y: number) => void,
): Picture {
  const changed = new Float32Array(data.length)
  const colour: Colour = [0, 0, 0]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 3) {
      colour[0] = data[i] as number
      colour[1] = data[i + 1] as number
      colour[2] = data[i + 2] as number
      change(colour, x, y)
      changed[i] = colour[0]
      changed[i + 1] = colour[1]
      changed[i + 2] = colour[2]
    }
  }
  return { width, height, data: changed }
}

/** Mixes two pictures of one size. */
export function blend(from: Picture, to: Picture, share: number): Picture {
  const data = new Float32Array(from.data.length)
  for (let i = 0; i < data.length; i++) data[i] = mix(from.data[i] as number, to.data[i] as number, share)
  return { ...from, data }
}

export const samePlace = ({ width }: Picture, x: number, y: number) => (y * width + x) * 3

/** Moves a color toward gray (below 1) or away from it, in place. */
export function saturate(colour: Colour, amount: number): void {
  const luma = lumaOf(colour[0], colour[1], colour[2])
  for (let c = 0; c < 3; c++) colour[c] = luma + ((colour[c] as number) - luma) * amount
}

/** An S-curve around the middle. @param amount 0: a line; 1: as steep as a smoothstep */
export function contrast(value: number, amount: number): number {
  const v = clamp(value)
  return mix(v, v * v * (3 - 2 * v), amount)
}

/** Adds two lights: never darker than either, never above white. */
export const screen = (a: number, b: number) => 1 - (1 - clamp(a)) * (1 - clamp(b))

/** Returns 0 in the middle and 1 in the corners. */
export function cornerness({ width, height }: Picture, x: number, y: number): number {
  const dx = (2 * (x + 0.5)) / width - 1
  const dy = (2 * (y + 0.5)) / height - 1
  return Math.sqrt((dx * dx + dy * dy) / 2)
}

/** Scales a length that is given for a side of 512 pixels. */
export const scaled = ({ width, height }: Picture, length: number) => (length * Math.min(width, height)) / 512

/**
 * Approximates a Gaussian blur with three running means in each direction. Edge pixels repeat beyond the edge.
 * @param radius standard deviation in pixels; 0 leaves that direction as it is
 */
export function blur(picture: Picture, radius: number, vertically = radius): Picture {
  return { ...picture, data: blurred(picture.data, { ...picture, channels: 3 }, [radius, vertically]) }
}

/** Does the same for a picture with any number of channels. */
export function blurred(
  data: Float32Array,
  { width, height, channels }: { width: number; height: number; channels: number },
  [across, down]: [across: number, down: number],
): Float32Array {
  let result = data
  for (const size of boxes(across)) result = meansAcross(result, { width, height, channels, size })
  for (const size of boxes(down)) result = meansDown(result, { row: width * channels, height, size })
  return result
}

/** Odd widths of three means whose variances add up to the square of the radius. */
function boxes(radius: number): number[] {
  if (radius < 0.4) return []
  const ideal = Math.sqrt(4 * radius * radius + 1)
  const low = Math.floor((ideal - 1) / 2) * 2 + 1
  const lows = Math.round((12 * radius * radius - 3 * low * low - 12 * low - 9) / (-4 * low - 4))
  return [0, 1, 2].map((at) => (at < lows ? low : low + 2)).filter((size) => size > 1)
}

function meansAcross(
  data: Float32Array,
  { width, height, channels, size }: { width: number; height: number; channels: number; size: number },
): Float32Array {
  const half = (size - 1) / 2
  const share = 1 / size
  const result = new Float32Array(data.length)
  for (let y = 0; y < height; y++) {
    for (let channel = 0; channel < channels; channel++) {
      const first = y * width * channels + channel
      const last = first + (width - 1) * channels
      let sum = (data[first] as number) * (half + 1)
      for (let x = 1; x <= half; x++) sum += data[Math.min(first + x * channels, last)] as number
      // Where the mean begins, where it ends, and where it is written.
      let from = first - half * channels
      let to = first + (half + 1) * channels
      for (let at = first; at <= last; at += channels) {
        result[at] = sum * share
        sum += (data[Math.min(to, last)] as number) - (data[Math.max(from, first)] as number)
        from += channels
        to += channels
      }
    }
  }
  return result
}

/** Works row by row, the order of the memory. @param row numbers in a row */
function meansDown(
  data: Float32Array,
  { row, height, size }: { row: number; height: number; size: number },
): Float32Array {
  const half = (size - 1) / 2
  const share = 1 / size
  const result = new Float32Array(data.length)
  const sums = new Float64Array(row)
  const rowAt = (y: number) => Math.min(Math.max(y, 0), height - 1) * row
  for (let y = -half; y <= half; y++) {
    const from = rowAt(y)
    for (let x = 0; x < row; x++) sums[x] = (sums[x] as number) + (data[from + x] as number)
  }
  for (let y = 0; y < height; y++) {
    const to = y * row
    const next = rowAt(y + half + 1)
    const past = rowAt(y - half)
    for (let x = 0; x < row; x++) {
      const sum = sums[x] as number
      result[to + x] = sum * share
      sums[x] = sum + (data[next + x] as number) - (data[past + x] as number)
    }
  }
  return result
}
