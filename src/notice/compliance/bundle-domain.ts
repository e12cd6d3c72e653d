import { notFound } from '../../platform/errors.ts'
import { CROCKFORD } from '../../platform/reference-code.ts'
import * as t from '../text/compliance.ts'

/** What an evidence bundle prints so that its reader can verify it. */
export type Stamp = { code: string; url: string }

export const CODE_LENGTH = 16

/** Reads a code as people type it: lower case, blanks, an O for a zero. @returns `null` if no code looks like that */
export function readCode(entered: string): string | null {
  const code = entered
    .toUpperCase()
    .replace(/[\s\u200b-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return code.length === CODE_LENGTH && [...code].every((one) => CROCKFORD.includes(one)) ? code : null
}

/** Groups a code in fours, as printed. */
export const shownCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-')

export const bundleNotFound = () => notFound(t.packetNotFound(), 'packet_not_found')
