import { clamp } from './noise.ts'

/** A picture as three planes, either of light (linear, above 1 too) or of screen values (0 to 1). */
export type Planes = { size: number; red: Float32Array; green: Float32Array; blue: Float32Array }

export const copyOf = ({ size, red, green, blue }: Planes): Planes => ({
  size,
  red: red.slice(),
  green: green.slice(),
  blue: blue.slice(),
})

/** Calls `paint` for every pixel and writes the result. `pixel` holds three values and is reused. */
export function eachPixel(
  planes: Planes,
  paint: (pixel: Float64Array, at: number, x: number, y: number) => void,
): void {
  const { size, red, green, blue } = planes
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

/** Lays a stroke with round ends, thinner toward its tip, over the picture. */
export function layStroke(
  { size, red, green, blue }: Planes,
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
