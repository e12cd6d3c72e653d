import { toBuffer, toString as toText } from 'qrcode'
import { QR } from '../property/share/domain.ts'
import type { QrCodes } from '../property/share/ports.ts'

const LOOK = {
  ...QR,
  // The code hangs on doors, so up to a quarter of it may be dirty or torn away.
  errorCorrectionLevel: 'Q',
  color: { dark: '#000000ff', light: '#ffffffff' },
} as const

export const qrCodes: QrCodes = {
  png: (text) => toBuffer(text, { ...LOOK, type: 'png' }),
  svg: (text) => toText(text, { ...LOOK, type: 'svg' }),
}
