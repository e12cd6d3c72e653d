import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { Overview } from '../overview/contract.ts'

/** The seven endings are six types. */
export const DocumentType = z.enum([
  'application/pdf',
  'text/plain',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'image/jpeg',
  'image/png',
])
export type DocumentType = z.infer<typeof DocumentType>

export const DocumentStatus = z.enum(['reading', 'ready', 'no_text', 'failed'])
export type DocumentStatus = z.infer<typeof DocumentStatus>

export const OracleFile = z
  .object({
    id: z.uuid(),
    name: z.string().openapi({ example: 'Discharge letter.pdf' }),
    type: DocumentType.openapi({ description: 'Decided by the bytes.' }),
    conversationId: z.uuid().nullable().openapi({ description: 'null: not sent with a message yet.' }),
    size: z.int().openapi({ description: 'In bytes.' }),
    status: DocumentStatus,
    progress: z.int().openapi({ description: 'Of the reading, in per cent.' }),
    reason: z.string().nullable().openapi({ description: 'Why there is no text, or not all of it; for a person.' }),
    pages: z
      .int()
      .nullable()
      .openapi({ description: 'Of a PDF its pages, of other texts parts of some thousand characters.' }),
    overview: Overview.nullable().openapi({ description: 'What it is about; null: it is not read, or has no text.' }),
    createdAt: Instant,
  })
  .openapi('OracleFile')
export type OracleFile = z.infer<typeof OracleFile>

export const UploadedFile = z.object({ file: OracleFile }).openapi('UploadedFile')
export const OracleFiles = z
  .object({ files: z.array(OracleFile), nextCursor: z.string().nullable() })
  .openapi('OracleFiles')
export type OracleFiles = z.infer<typeof OracleFiles>

export const FilePage = z
  .object({
    fileId: z.uuid(),
    name: z.string(),
    number: z.int(),
    pages: z.int(),
    text: z.string().openapi({ description: 'Offsets of quotes are in UTF-16 units of this text.' }),
  })
  .openapi('FilePage')
export type FilePage = z.infer<typeof FilePage>

export const UploadQuery = z.object({ conversationId: z.uuid().optional() })
