import { isPhoto } from '../../../platform/photo.ts'
import { faultOnTheWay, retryAfterOf, VendorError } from '../../../platform/vendor-error.ts'

/** Base64 of the largest picture that a server may reasonably send. */
const MOST_BYTES = 48 * 1024 * 1024

export type Answer = { status: number; headers: Headers; json: unknown }

/**
 * Requests JSON from a server. An answer that is too large or not JSON counts as a failure of the server.
 * @throws VendorError, or the reason with which `signal` was aborted
 */
export async function ask(
  vendor: string,
  request: { method: 'GET' | 'POST'; url: string; headers?: Record<string, string>; body?: unknown },
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<Answer> {
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(request.url, {
      method: request.method,
      redirect: 'error' as const,
      signal: AbortSignal.any([signal, limit]),
      headers: { accept: 'application/json', ...(request.body !== undefined && JSON_TYPE), ...request.headers },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    })
    const bytes = await readWhole(vendor, response, MOST_BYTES)
    return { status: response.status, headers: response.headers, json: jsonOf(bytes) }
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted) throw new VendorError(vendor, `no answer within ${timeoutMs} ms`)
    throw error instanceof VendorError ? error : new VendorError(vendor, faultOnTheWay(error))
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** @throws VendorError if there are more bytes than `mostBytes` */
async function readWhole(vendor: string, response: Response, mostBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > mostBytes) throw new VendorError(vendor, 'the answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Returns `null` if the bytes are not JSON. */
function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

/** Turns a refusal into an error with only a code and none of the server's own words. */
export function refusalOf(
  vendor: string,
  { status, headers }: Answer,
  options: { code?: string | null } = {},
): VendorError {
  const code = options.code ? ` ${options.code}` : ''
  const isForNow = status === 408 || status === 429 || status >= 500
  return new VendorError(vendor, `HTTP ${status}${code}`, {
    isPermanent: !isForNow,
    // A wrong key or address fails every request, not just this one.
    isAboutRequest: !isForNow && status !== 401 && status !== 403 && status !== 404,
    retryAfterSeconds: retryAfterOf(headers.get('retry-after'), Date.now()),
  })
}

/**
 * Decodes a picture in base64, with or without the prefix of a data URL.
 * @throws VendorError if its first bytes are not PNG, JPEG or WebP
 */
export function pictureOf(vendor: string, base64: unknown): Uint8Array {
  if (typeof base64 !== 'string') throw new VendorError(vendor, 'no picture in its answer')
  return picture(vendor, Buffer.from(base64.replace(/^data:[^,]{0,100},/, ''), 'base64'))
}

export function picture(vendor: string, bytes: Buffer): Uint8Array {
  if (!isPhoto(bytes)) throw new VendorError(vendor, 'it sent something that is not a picture')
  return bytes
}
