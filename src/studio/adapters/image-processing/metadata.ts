import { crc32 } from 'node:zlib'
import type { ImageFacts } from '../../image/ports.ts'

/** IPTC's vocabulary of digital source types. */
const SOURCES = 'http://cv.iptc.org/newscodes/digitalsourcetype/'
/** Keyword of the parameters in a PNG's text, where picture tools look for them. */
export const PARAMETERS = 'parameters'

/** Builds the XMP: where the picture comes from, what made it, and its label. */
export const xmpOf = ({ source, label }: ImageFacts): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" Iptc4xmpExt:DigitalSourceType="${SOURCES}${source}" xmp:CreatorTool="ShowingBooker">
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escaped(label)}</rdf:li></rdf:Alt></dc:description>
</rdf:Description></rdf:RDF></x:xmpmeta>`

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Signature and the first chunk, IHDR: 8 + 4 + 4 + 13 + 4 bytes. */
const HEAD_BYTES = 33

/** Returns the PNG with a UTF-8 text after its head (PNG, section 11.3.3.4: iTXt, not compressed). */
export function withText(png: Uint8Array, keyword: string, text: string): Buffer {
  const content = Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1'), Buffer.from(text, 'utf8')])
  const body = Buffer.concat([Buffer.from('iTXt', 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([
    png.subarray(0, HEAD_BYTES),
    frame.subarray(0, 4),
    body,
    frame.subarray(4),
    png.subarray(HEAD_BYTES),
  ])
}

/** Detects JPEG, PNG, and WebP by their first bytes. Returns `null` for anything else. */
export function kindOf(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12))
  if (head.subarray(0, 8).equals(SIGNATURE)) return 'png'
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg'
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return null
}
