import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonBody } from '../../platform/http.ts'
import { drops } from '../../platform/kept-answers.ts'
import { DeletionForm, DeletionOutlook, DeletionReceipt } from './contract.ts'
import type { AccountDeletionService } from './service.ts'

const tags = ['Account']
const path = '/api/account/deletion'

const outlook = createRoute({
  method: 'get',
  path,
  operationId: 'previewAccountDeletion',
  security: allow.signedIn,
  tags,
  summary: 'Preview the deletion of your own account and what prevents it now',
  responses: answers(200, DeletionOutlook),
})

const ask = createRoute({
  method: 'post',
  path,
  operationId: 'deleteAccount',
  middleware: drops('profile'),
  security: allow.signedIn,
  limit: { perMinute: 60 },
  tags,
  summary: 'Delete your own account. Signs out everywhere at once; a job erases the rest and emails a receipt',
  request: jsonBody(DeletionForm),
  responses: answers(202, DeletionReceipt, {
    400: 'The password is wrong, or the deletion is not confirmed',
    401: 'Not signed in, or the code is wrong',
    403: 'Sent from another site',
    409: 'Not now: there are upcoming showings or payments in progress, or no admin would be left',
    429: 'Too many wrong attempts',
  }),
})

export function accountDeletionApi({ accountDeletions }: { accountDeletions: AccountDeletionService }) {
  const api = createApi()
  api.openapi(outlook, async (c) => c.json(await accountDeletions.getOutlook(await c.var.actor()), 200))
  api.openapi(ask, async (c) => {
    const caller = { headers: c.req.raw.headers, address: c.var.clientAddress }
    const { body, cookies } = await accountDeletions.request(await c.var.actor(), caller, c.req.valid('json'))
    for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
    return c.json(body, 202)
  })
  return api
}
