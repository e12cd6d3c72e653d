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

/** Files in a bucket. A store takes an object whole or not at all, so that a key that can be read has the whole file. */
export function createS3Files(
  { bucket, region, endpoint, accessKeyId, secretAccessKey }: FileSettings,
  { answerMs = ANSWER_MS, attempts = 3 } = {},
): FileStore {
  const client = new S3Client({
    region,
    // Stores that are not AWS itself rarely have a name of their own for each bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    // Many of those stores know no checksums but the signature's.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: answerMs, throwOnRequestTimeout: true },
    maxAttempts: attempts,
  })
  // Who may read is the bucket's own rule, as AWS and R2 have it now: they refuse what says it for each object.
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))

  return {
    async put(key, bytes, contentType) {
      requireFileKey(key)
      await disk.put(key, bytes, { contentType }).catch(away)
    },

    async get(key) {
      requireFileKey(key)
      // flydrive would ask a second time for the type.
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

/** Its own words may quote keys and addresses: the log has a name and a status alone. */
function away(error: unknown): never {
  // flydrive wraps what the store says.
  const said = ((error as { cause?: unknown }).cause ?? error) as S3Fault
  const status = said.$metadata?.httpStatusCode
  const fault = new VendorError('s3', status ? `${status} ${said.name}` : faultOnTheWay(said))
  throw new DomainError('unavailable', 'files_away', t.unavailable(), {
    retryAfterSeconds: 5,
    cause: fault,
  })
}
