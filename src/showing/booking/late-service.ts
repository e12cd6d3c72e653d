import { randomUUIDv7 } from 'node:crypto'
import type { MessageService } from '../../notice/area.ts'
import { partiesOf } from '../../notice/message/domain.ts'
import { isQuiet } from '../../notice/message/quiet-domain.ts'
import type { Actor } from '../../platform/actor.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { toShowing } from './showing-domain.ts'
import { planLate } from './status-domain.ts'
import { buyerUnreachable, lateBefore } from './transition-domain.ts'
import type { BookingRow } from './transition-repository.ts'
import { byAccount, findOwn, makeTransition, type TransitionDeps } from './transition-service.ts'

type LateDeps = TransitionDeps & { messaging: Pick<MessageService, 'takesTexts'> }

/** Tells a buyer that the agent is running late. */
export const createLateService = (deps: LateDeps) => withDeps(deps, { runLate })

export type LateService = ReturnType<typeof createLateService>

/**
 * Tells the buyer by text and email how many minutes late the agent is, once for each amount.
 * @throws DomainError unauthenticated, not_found, conflict (too early, over, already said, or the buyer is unreachable)
 */
async function runLate(deps: LateDeps, actor: Actor, id: string, minutes: number): Promise<void> {
  await makeTransition(deps, findOwn(deps, actor, id), 'run_late', byAccount(actor), {
    reason: null,
    payload: { minutes },
    change: async ({ late_minutes }) => {
      if (late_minutes !== null && late_minutes >= minutes) throw lateBefore(late_minutes)
      return { late_minutes: minutes }
    },
    messages: (row, now) => planDelayMessages(deps, row, minutes, now),
  })
}

async function planDelayMessages({ messaging }: LateDeps, row: BookingRow, minutes: number, now: Temporal.Instant) {
  const { buyer, buyerAgentEmail } = partiesOf(toShowing(row))
  const rings = !isQuiet(now, row.time_zone) && (await messaging.takesTexts(buyer.phone, row.amount_cents))
  const planned = planLate({ buyer, buyerAgentEmail }, { rings })
  if (planned.length === 0) throw buyerUnreachable()
  return planned.map((one) => ({ id: randomUUIDv7(), turn: minutes, ...one }))
}
