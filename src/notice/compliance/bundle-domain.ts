import { notFound } from '../../platform/errors.ts'
import { CROCKFORD } from '../../platform/reference-code.ts'
import * as t from '../text/compliance.ts'

/** What an evidence bundle prints so that its reader can verify it. */
export type Stamp = { code: string; url: string }

export const CODE_LENGTH = 16

/**
 * Reads a code as people type it: in lowercase, with spaces, an O for a zero.
 * @returns `null` if it cannot be a code
 */
export function readCode(entered: string): string | null {
  const code = entered
    .toUpperCase()
    .replace(/[\s\u200b-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return code.length === CODE_LENGTH && [...code].every((one) => CROCKFORD.includes(one)) ? code : null
}

/** Writes a code in groups of four, as bundles print it. */
export const shownCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-')

export const bundleNotFound = () => notFound(t.packetNotFound(), 'packet_not_found')
