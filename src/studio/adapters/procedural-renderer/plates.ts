import { clamp } from './noise.ts'

/** A picture as three planes, whether of light (linear, above 1 too) or as a screen takes it (0 to 1). */
export type Plates = { size: number; red: Float32Array; green: Float32Array; blue: Float32Array }

export const copyOf = ({ size, red, green, blue }: Plates): Plates => ({
  size,
  red: red.slice(),
  green: green.slice(),
  blue: blue.slice(),
})

/** Three running means one after another are within 3 % of a Gaussian (Kovesi); each costs the same for every radius. */
export function blurPlane(plane: Float32Array, size: number, radius: number): Float32Array {
  if (radius < 0.5) return plane.slice()
  const to = new Float32Array(plane.length)
  const spare = new Float32Array(plane.length)
  const reach = Math.max(1, Math.round(radius * 0.6))
  for (let pass = 0; pass < 3; pass++) {
    meanRows(pass === 0 ? plane : to, spare, size, reach)
    meanColumns(spare, to, size, reach)
  }
  return to
}

function meanRows(from: Float32Array, to: Float32Array, size: number, reach: number): void {
  const share = 1 / (2 * reach + 1)
  for (let row = 0; row < size; row++) {
    const start = row * size
    let sum = 0
    for (let x = -reach; x <= reach; x++) sum += from[start + clamp(x, 0, size - 1)] as number
    for (let x = 0; x < size; x++) {
      to[start + x] = sum * share
      sum +=
        (from[start + Math.min(size - 1, x + reach + 1)] as number) - (from[start + Math.max(0, x - reach)] as number)
    }
  }
}

function meanColumns(from: Float32Array, to: Float32Array, size: number, reach: number): void {
  const share = 1 / (2 * reach + 1)
  const sums = new Float64Array(size)
  for (let y = -reach; y <= reach; y++) {
    const start = clamp(y, 0, size - 1) * size
    for (let x = 0; x < size; x++) sums[x] = (sums[x] as number) + (from[start + x] as number)
  }
  for (let y = 0; y < size; y++) {
    const next = Math.min(size - 1, y + reach + 1) * size
    const last = Math.max(0, y - reach) * size
    for (let x = 0; x < size; x++) {
      to[y * size + x] = (sums[x] as number) * share
      sums[x] = (sums[x] as number) + (from[next + x] as number) - (from[last + x] as number)
    }
  }
}

export const blurred = ({ size, red, green, blue }: Plates, radius: number): Plates => ({
  size,
  red: blurPlane(red, size, radius),
  green: blurPlane(green, size, radius),
  blue: blurPlane(blue, size, radius),
})

/** Writes to every pixel what `paint` makes of it in `pixel`, a place for three values that is used again. */
export function eachPixel(
  plates: Plates,
  paint: (pixel: Float64Array, at: number, x: number, y: number) => void,
): void {
  const { size, red, green, blue } = plates
  const pixel = new Float64Array(3)
  for (let y = 0, at = 0; y < size; y++)
    for (let x = 0; x < size; x++, at++) {
      pixel[0] = red[at] as number
      pixel[1] = green[at] as number
      pixel[2] = blue[at] as number
      paint(pixel, at, x, y)
      red[at] = pixel[0] as number
      green[at] = pixel[1] as number
      blue[at] = pixel[2] as number
    }
}

/** A stroke with round ends, thinner towards its tip, laid over what is there. */
export function layStroke(
  { size, red, green, blue }: Plates,
  stroke: {
    x: number
    y: number
    toX: number
    toY: number
    from: number
    until: number
    red: number
    green: number
    blue: number
    cover: number
    bristle: number
  },
): void {
  const { x, y, toX, toY, from, until, cover, bristle } = stroke
  const widest = Math.max(from, until) + 1
  const left = Math.max(0, Math.floor(Math.min(x, toX) - widest))
  const right = Math.min(size - 1, Math.ceil(Math.max(x, toX) + widest))
  const top = Math.max(0, Math.floor(Math.min(y, toY) - widest))
  const bottom = Math.min(size - 1, Math.ceil(Math.max(y, toY) + widest))
  const dx = toX - x
  const dy = toY - y
  const square = dx * dx + dy * dy + 1e-6
  const length = Math.sqrt(square)
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) {
      const px = column - x
      const py = row - y
      const share = clamp((px * dx + py * dy) / square)
      const ex = px - dx * share
      const ey = py - dy * share
      const away = Math.sqrt(ex * ex + ey * ey)
      const inside = from + (until - from) * share - away + 0.5
      if (inside <= 0) continue
      let alpha = Math.min(1, inside) * cover
      if (bristle > 0) {
        const track = Math.floor(((ex * -dy + ey * dx) / length) * 1.3 + 64) * 0.618 + x * 0.37
        alpha *= 1 - bristle * (track - Math.floor(track)) * (0.4 + 0.6 * share)
      }
      const at = row * size + column
      red[at] = (red[at] as number) + (stroke.red - (red[at] as number)) * alpha
      green[at] = (green[at] as number) + (stroke.green - (green[at] as number)) * alpha
      blue[at] = (blue[at] as number) + (stroke.blue - (blue[at] as number)) * alpha
    }
}
