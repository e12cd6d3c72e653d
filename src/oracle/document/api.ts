import { z } from '@hono/zod-openapi'
import { signedInWith } from '../../platform/callers.ts'
import { answers, createApi, createRoute, pageQuery, uploadBody, uploadOf } from '../../platform/http.ts'
import { FilePage, OracleFile, OracleFiles, UploadedFile, UploadQuery } from './contract.ts'
import { fileTooLarge, MAX_UPLOAD_BYTES } from './domain.ts'
import type { DocumentService } from './service.ts'

const ORACLE_USERS = signedInWith('oracleAccess')

const tags = ['Oracle']
const closed = { 403: 'The access code is required' }
const ofFile = z.object({ id: z.uuid() })
const ownFile = { ...closed, 404: 'No such file of yours' }

const upload = createRoute({
  method: 'post',
  path: '/oracle/upload',
  operationId: 'uploadDocument',
  security: ORACLE_USERS,
  limit: { perMinute: 30 },
  largestBody: { bytes: MAX_UPLOAD_BYTES, refuse: fileTooLarge },
  tags,
  summary: 'Upload a file that we read: a PDF, TXT, DOC, DOCX, JPEG, or PNG (its bytes decide), at most 10 MB',
  request: { query: UploadQuery },
  requestBody: uploadBody('file'),
  responses: answers(201, UploadedFile, {
    ...closed,
    400: 'The request has no file',
    404: 'No such conversation of yours',
    409: 'Too many files',
    413: 'Larger than 10 MB',
    415: 'The file has another type, which the message names',
    503: 'The photo could not be saved; nothing has changed',
  }),
})

const list = createRoute({
  method: 'get',
  path: '/oracle/files',
  operationId: 'listDocuments',
  security: ORACLE_USERS,
  tags,
  summary: 'List your files, of one conversation or all, newest first',
  request: {
    query: z.object({
      conversationId: z.uuid().optional(),
      inDeleted: z.stringbool().optional().openapi({
        description: 'If `true`, only those of deleted conversations, which the list otherwise leaves out.',
      }),
      ...pageQuery,
    }),
  },
  responses: answers(200, OracleFiles, { ...closed, 400: 'A field is invalid' }),
})

const getOne = createRoute({
  method: 'get',
  path: '/oracle/files/{id}',
  operationId: 'getDocument',
  security: ORACLE_USERS,
  tags,
  summary: 'Get a file and how far it has been read',
  request: { params: ofFile },
  responses: answers(200, OracleFile, ownFile),
})

const getPage = createRoute({
  method: 'get',
  path: '/oracle/files/{id}/pages/{number}',
  operationId: 'getDocumentPage',
  security: ORACLE_USERS,
  tags,
  summary: 'Get the text of a page, where the offsets of a citation apply',
  request: { params: z.object({ id: z.uuid(), number: z.coerce.number().int().min(1).max(100_000) }) },
  responses: answers(200, FilePage, {
    ...ownFile,
    400: 'A field is invalid',
    404: 'No such file of yours, or page of it',
  }),
})

const content = createRoute({
  method: 'get',
  path: '/oracle/files/{id}/content',
  operationId: 'downloadDocument',
  security: ORACLE_USERS,
  tags,
  summary: 'Download the original file',
  request: { params: ofFile },
  responses: {
    ...answers(200, z.never(), ownFile),
    200: {
      description: 'OK',
      content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } },
    },
  },
})

const remove = createRoute({
  method: 'delete',
  path: '/oracle/files/{id}',
  operationId: 'deleteDocument',
  security: ORACLE_USERS,
  tags,
  summary: 'Delete a file with its text and index',
  request: { params: ofFile },
  responses: { ...answers(204, z.never(), ownFile), 204: { description: 'Deleted' } },
})

type Parts = { documents: DocumentService }

export function documentApi({ documents }: Parts) {
  const api = createApi()

  api.openapi(upload, async (c) => {
    const { conversationId } = c.req.valid('query')
    const file = await documents.upload(await c.var.actor(), await uploadOf(c, 'file'), conversationId ?? null)
    return c.json({ file }, 201)
  })
  api.openapi(list, async (c) => c.json(await documents.list(await c.var.actor(), c.req.valid('query')), 200))
  api.openapi(getOne, async (c) => c.json(await documents.get(await c.var.actor(), c.req.valid('param').id), 200))
  api.openapi(getPage, async (c) => {
    const { id, number } = c.req.valid('param')
    return c.json(await documents.page(await c.var.actor(), id, number), 200)
  })
  api.openapi(content, async (c) => {
    const { bytes, name } = await documents.content(await c.var.actor(), c.req.valid('param').id)
    return c.body(bytes, 200, {
      // A browser must never show the file's content as part of our site.
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    })
  })
  api.openapi(remove, async (c) => {
    await documents.remove(await c.var.actor(), c.req.valid('param').id)
    return c.body(null, 204)
  })
  return api
}
