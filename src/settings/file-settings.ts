import { z } from 'zod'
import { isApiBase } from './vendor-settings.ts'

const text = (pattern: RegExp, must: string) =>
  z
    .string()
    .regex(pattern, { error: `must be ${must}` })
    .optional()

/** Settings to keep files in any S3-compatible store instead of a local folder. All of them are set, or none. */
export const fileVariables = {
  FILES_S3_BUCKET: text(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket'),
  FILES_S3_REGION: text(/^[a-z0-9-]{2,40}$/, 'a region such as us-west-2, or what the store calls it (often auto)'),
  FILES_S3_ACCESS_KEY_ID: text(/^\S{3,200}$/, 'an access key, without spaces'),
  FILES_S3_SECRET_ACCESS_KEY: text(/^\S{3,200}$/, 'a secret key, without spaces'),
  FILES_S3_ENDPOINT: z
    .string()
    .refine(isApiBase, { error: 'must be an origin such as https://s3.example.com, or http on this machine' })
    .optional(),
}

const NEEDED = ['FILES_S3_BUCKET', 'FILES_S3_REGION', 'FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY'] as const

/** Lists what is missing if only some are set, one line each. */
export function missingOfFiles(set: Record<string, unknown>): string[] {
  if (!Object.keys(fileVariables).some((name) => name in set)) return []
  return NEEDED.filter((name) => !(name in set)).map((name) => `${name} is missing: files in S3 need it.`)
}

type Variables = z.infer<z.ZodObject<typeof fileVariables>>

/** Returns null if files are stored in the data folder. */
export const filesOf = (v: Variables) =>
  v.FILES_S3_BUCKET && v.FILES_S3_REGION && v.FILES_S3_ACCESS_KEY_ID && v.FILES_S3_SECRET_ACCESS_KEY
    ? {
        bucket: v.FILES_S3_BUCKET,
        region: v.FILES_S3_REGION,
        accessKeyId: v.FILES_S3_ACCESS_KEY_ID,
        secretAccessKey: v.FILES_S3_SECRET_ACCESS_KEY,
        /** Null for AWS itself. */
        endpoint: v.FILES_S3_ENDPOINT ?? null,
      }
    : null

export type FileSettings = NonNullable<ReturnType<typeof filesOf>>
