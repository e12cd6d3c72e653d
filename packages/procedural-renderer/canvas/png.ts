import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])

function chunk(type: string, body: Uint8Array): Buffer {
  const bytes = Buffer.alloc(body.length + 12)
  bytes.writeUInt32BE(body.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(body, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, body.length + 8)), body.length + 8)
  return bytes
}

/**
 * Encodes a PNG, 8 bits, without transparency (ISO/IEC 15948). Each row is written as differences to the row above and
 * the pixel to the left (filter 4), which suits painted pictures.
 * @param pixels red, green, blue, in rows from the top
 */
export function encodePng(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const stride = width * 3
  const rows = new Uint8Array((stride + 1) * height)
  for (let row = 0; row < height; row++) {
    const to = row * (stride + 1) + 1
    const from = row * stride
    rows[to - 1] = 4
    for (let at = 0; at < stride; at++) {
      const left = at < 3 ? 0 : (pixels[from + at - 3] as number)
      const above = row === 0 ? 0 : (pixels[from + at - stride] as number)
      const corner = at < 3 || row === 0 ? 0 : (pixels[from + at - stride - 3] as number)
      const fromLeft = Math.abs(above - corner)
      const fromAbove = Math.abs(left - corner)
      const fromCorner = Math.abs(left + above - 2 * corner)
      const guess = fromLeft <= fromAbove && fromLeft <= fromCorner ? left : fromAbove <= fromCorner ? above : corner
      rows[to + at] = (pixels[from + at] as number) - guess
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 3 })),
    chunk('IEND', new Uint8Array(0)),
  ])
}
