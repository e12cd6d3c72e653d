import { ApiError } from '../platform/api-client.ts'
import { isSignedOut } from '../platform/signed-out.ts'
import * as t from '../platform/text/fault.ts'

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp']

/** Checks the type for a quick answer. The server checks the bytes. */
export const typeFault = (file: File): string | undefined =>
  IMAGE_TYPES.includes(file.type) ? undefined : t.notAPhoto()

/** Returns the words for an upload that failed. @param signedOut error for a missing sign-in */
export function uploadFault(error: unknown, signedOut: string): string {
  if (!(error instanceof ApiError)) return t.uploadFailed()
  if (isSignedOut(error)) return signedOut
  return error.status >= 400 && error.status < 500 ? error.message : t.uploadFailed()
}

/** Checks whether the same file would be refused again. */
export const isFinalFault = (error: unknown): boolean =>
  error instanceof ApiError && [400, 413, 415].includes(error.status)

/** Reads a file as a data URL, the only kind of local picture that a page may show. */
export const dataUrlOf = (file: File) =>
  new Promise<string | undefined>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    // The server decides whether the file is readable.
    reader.onerror = () => resolve(undefined)
    reader.readAsDataURL(file)
  })
