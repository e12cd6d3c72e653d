import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import { DomainError } from '../platform/errors.ts'
import { requireFileKey } from '../platform/file-key.ts'
import type { FileStore } from '../platform/file-store.ts'
import * as t from '../platform/text/fault.ts'
import { faultOnTheWay, VendorError } from '../platform/vendor-error.ts'
import type { FileSettings } from '../settings/file-settings.ts'

const CONNECT_MS = 5_000
const ANSWER_MS = 30_000

/** Stores files in a bucket. A store takes an object whole or not at all, so a readable key has the whole file. */
export function createS3Files(
  { bucket, region, endpoint, accessKeyId, secretAccessKey }: FileSettings,
  { answerMs = ANSWER_MS, attempts = 3 } = {},
): FileStore {
  const client = new S3Client({
    region,
    // Stores other than AWS rarely have a host name for each bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    // Many of those stores support no checksums except the signature's.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      // The others end with the first bytes of an answer.
      socketTimeout: answerMs,
    },
    maxAttempts: attempts,
  })
  // The bucket's own rule decides who may read. AWS and R2 now refuse per-object access rules.
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))

  return {
    async put(key, bytes, contentType) {
      requireFileKey(key)
      await disk.put(key, bytes, { contentType }).catch(away)
    },

    async get(key) {
      requireFileKey(key)
      // flydrive would need a second call to get the type.
      try {
        const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
        const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array()
        return { bytes: bytes as Uint8Array<ArrayBuffer>, contentType: ContentType ?? 'application/octet-stream' }
      } catch (error) {
        if ((error as S3Fault).name === 'NoSuchKey') return null
        return away(error)
      }
    },

    async delete(key) {
      requireFileKey(key)
      await disk.delete(key).catch(away)
    },
  }
}

type S3Fault = { name?: string; $metadata?: { httpStatusCode?: number } }

/** Throws an error with a name and a status only. The store's own words may quote keys and addresses. */
function away(error: unknown): never {
  // flydrive wraps the store's error.
  const cause = ((error as { cause?: unknown }).cause ?? error) as S3Fault
  const status = cause.$metadata?.httpStatusCode
  const fault = new VendorError('s3', status ? `${status} ${cause.name}` : faultOnTheWay(cause))
  throw new DomainError('unavailable', 'files_away', t.unavailable(), {
    retryAfterSeconds: 5,
    cause: fault,
  })
}
