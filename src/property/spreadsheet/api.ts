import { allow } from '../../platform/callers.ts'
import { csvHeaders, csvStream } from '../../platform/csv.ts'
import { answers, createApi, createRoute, fileAnswers, jsonBody } from '../../platform/http.ts'
import { ImportResult, MOST_CHARACTERS, PropertyImport, PropertySheet, SheetPreview } from './contract.ts'
import type { SpreadsheetService } from './service.ts'

const tags = ['Properties']
/** A character has at most 4 bytes, and JSON escapes line ends. */
const MOST_BYTES = MOST_CHARACTERS * 4

const check = createRoute({
  method: 'post',
  path: '/api/showingbooker/properties/import/preview',
  operationId: 'previewPropertyImport',
  security: allow.signedIn,
  limit: { perMinute: 60 },
  largestBody: { bytes: MOST_BYTES },
  tags,
  summary: 'Preview the properties in a CSV file without storing anything',
  request: jsonBody(PropertySheet),
  responses: answers(200, SheetPreview, { 400: 'The file has no properties that we can read' }),
})

const run = createRoute({
  method: 'post',
  path: '/api/showingbooker/properties/import',
  operationId: 'importProperties',
  security: allow.signedIn,
  limit: { perMinute: 20 },
  largestBody: { bytes: MOST_BYTES },
  // A form sent again after a lost answer adds nothing twice.
  idempotencyKeyOf: 'account',
  tags,
  summary: 'Add the chosen rows of a CSV file, all or none',
  request: jsonBody(PropertyImport),
  responses: answers(201, ImportResult, {
    400: 'A field is invalid; each issue names its row and field',
    409: 'An agent cannot be reached',
  }),
})

const exportFile = createRoute({
  method: 'get',
  path: '/api/showingbooker/properties.csv',
  operationId: 'exportProperties',
  security: allow.signedIn,
  limit: { perMinute: 30 },
  tags,
  summary: 'Export your properties in the columns that an import reads',
  responses: fileAnswers('text/csv'),
})

export function spreadsheetApi({ spreadsheets }: { spreadsheets: SpreadsheetService }) {
  const api = createApi()
  api.openapi(check, async (c) => c.json(await spreadsheets.preview(await c.var.actor(), c.req.valid('json')), 200))
  api.openapi(run, async (c) => c.json(await spreadsheets.importRows(await c.var.actor(), c.req.valid('json')), 201))
  api.openapi(exportFile, async (c) => {
    const { head, batches } = spreadsheets.exportSheet(await c.var.actor())
    return c.body(await csvStream(head, batches), 200, csvHeaders('properties'))
  })
  return api
}
