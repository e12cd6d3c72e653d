import { type Actor, requireAccount } from '../../platform/actor.ts'
import { ID, type PageAsked, readPage, SEQUENCE } from '../../platform/paging.ts'
import { withDeps } from '../../platform/use-cases.ts'
import type { CreditIntent, Purchase } from './contract.ts'
import { noSuchPurchase, purchaseStatus } from './domain.ts'
import { type CreditDeps, openOrder, release, settle } from './order-service.ts'
import { cancel, forgetCard, forgetCards, renewDue, subscribe, subscription } from './plan-service.ts'
import { findBalance, findByIntent, listEntries, listPaid, type PurchaseRow } from './repository.ts'

/**
 * Sells credits: packs, and a plan that is paid monthly. Each payment brings its credits once, or is refunded.
 */
export const createCreditService = (deps: CreditDeps) =>
  withDeps(deps, {
    settle,
    release,
    renewDue,
    forgetCard,
    forgetCards,
    ledger,
    purchases,
    buyPack,
    subscribe,
    subscription,
    cancel,
    settleAs,
  })

export type CreditService = ReturnType<typeof createCreditService>

/** @throws DomainError unauthenticated, invalid */
async function ledger({ db }: CreditDeps, actor: Actor, asked: PageAsked) {
  const { accountId } = requireAccount(actor)
  const page = readPage({ sequence: SEQUENCE }, asked)
  const { shown, nextCursor } = page.cut(await listEntries(db, accountId, page))
  return {
    balance: await findBalance(db, accountId),
    entries: shown.map(({ sequence: _, ...entry }) => entry),
    nextCursor,
  }
}

/** Lists paid purchases, newest first. @throws DomainError unauthenticated, invalid */
async function purchases({ db }: CreditDeps, actor: Actor, asked: PageAsked) {
  const { accountId } = requireAccount(actor)
  const page = readPage({ id: ID }, asked)
  const { shown, nextCursor } = page.cut(await listPaid(db, accountId, page))
  return { purchases: shown.map(purchaseOf), nextCursor }
}

/** @throws DomainError unauthenticated, unavailable */
const buyPack = async (deps: CreditDeps, actor: Actor): Promise<CreditIntent> =>
  openOrder(deps, requireAccount(actor).accountId, 'pack')

/** Settles a payment for the account that made it. @throws DomainError unauthenticated, and the errors of `settle` */
async function settleAs(
  deps: CreditDeps,
  actor: Actor,
  intentId: string,
): Promise<{ purchase: Purchase; balance: number }> {
  const { accountId } = requireAccount(actor)
  const found = await findByIntent(deps.db, intentId)
  if (found?.account_id !== accountId) throw noSuchPurchase()
  const settled = await settle(deps, intentId)
  return { purchase: purchaseOf(settled), balance: await findBalance(deps.db, accountId) }
}

const purchaseOf = (row: PurchaseRow): Purchase => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  credits: row.credits,
  amount: row.amount_cents,
  currency: 'usd',
  status: purchaseStatus(row),
  paidAt: row.paid_at?.toISOString() ?? '',
  receiptUrl: `/credits/purchases/${row.id}/receipt.pdf`,
})
