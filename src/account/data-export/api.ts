import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, fileAnswers } from '../../platform/http.ts'
import { Archive, OwnArchive } from './contract.ts'
import type { DataExportService } from './service.ts'

const tags = ['Account']

const request = createRoute({
  method: 'post',
  path: '/api/account/archive',
  operationId: 'requestArchive',
  security: allow.signedIn,
  tags,
  summary: 'Request a file with all of your own data (three times in 24 hours, one at a time)',
  responses: answers(202, Archive, { 409: 'A file is already being prepared', 429: 'Too many archives today' }),
})

const find = createRoute({
  method: 'get',
  path: '/api/account/archive',
  operationId: 'getArchive',
  security: allow.signedIn,
  tags,
  summary: 'Get the latest requested file and its progress',
  responses: answers(200, OwnArchive),
})

const download = createRoute({
  method: 'get',
  path: '/api/account/archive/{id}/file',
  operationId: 'downloadArchive',
  security: allow.signedIn,
  limit: { perMinute: 30 },
  tags,
  summary: 'Download the file (ZIP)',
  request: { params: z.object({ id: z.uuid() }) },
  responses: fileAnswers('application/zip', {
    404: 'No such file of yours, or it expired',
  }),
})

export function dataExportApi({ dataExports }: { dataExports: DataExportService }) {
  const api = createApi()
  api.openapi(request, async (c) => c.json(await dataExports.request(await c.var.actor()), 202))
  api.openapi(find, async (c) => c.json({ archive: await dataExports.find(await c.var.actor()) }, 200))
  api.openapi(download, async (c) => {
    const { name, sizeBytes, stream } = await dataExports.open(await c.var.actor(), c.req.valid('param').id)
    const headers = {
      'Content-Type': 'application/zip',
      'Content-Length': String(sizeBytes),
      'Content-Disposition': `attachment; filename="${name}"`,
    }
    if (c.req.method !== 'HEAD') return c.body(stream, 200, headers)
    // A HEAD request would leave the file open.
    await stream.cancel()
    return c.body(null, 200, headers)
  })
  return api
}
