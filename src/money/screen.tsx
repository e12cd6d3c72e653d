import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ApiError } from '../platform/api-client.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import type { TakeCardProps } from './payment/components/take-card.tsx'
import type { ProviderName } from './payment/domain.ts'
import * as t from './text/payment.ts'

const LOADERS = {
  sandbox: () => import('./payment/components/sandbox-card.tsx').then(({ SandboxCard }) => ({ default: SandboxCard })),
  stripe: () => import('./payment/components/stripe-card.tsx').then(({ StripeCard }) => ({ default: StripeCard })),
}

/** Each provider's card form, loaded when someone is about to pay. */
const FORMS: Record<ProviderName, ComponentType<TakeCardProps>> = {
  sandbox: lazy(LOADERS.sandbox),
  stripe: lazy(LOADERS.stripe),
}

/** Loads the card form ahead of time. If that fails, the form loads again when it is shown. */
export async function prepareCard({ provider }: { provider: ProviderName }): Promise<void> {
  await LOADERS[provider]().catch(() => undefined)
}

/** The card form of the provider that takes this payment. */
export function ProviderCard(props: TakeCardProps) {
  const Form = FORMS[props.intent.provider]
  return (
    <Suspense fallback={<Skeleton lines={3} label={t.loadingCardForm()} />}>
      <Form {...props} />
    </Suspense>
  )
}

/**
 * asking: we check whether it is already paid. ready: the form waits for the card. settling: we have the money but have
 * not made the purchase yet. unsettled: settling has failed so far.
 */
export type CardState = 'asking' | 'ready' | 'paying' | 'settling' | 'unsettled'

type Patience = 'asking' | 'paid'

/** Tells whether we do not know the outcome after a failure: the call may have succeeded. */
const isUnknown = (failure: unknown) => !(failure instanceof ApiError) || isTransient(failure)
const isTransient = ({ status }: ApiError) => status === 0 || status === 429 || status >= 500

type CardPayment<Settled> = {
  /** `true` after a reload or a return from the bank, to check first whether it is already paid. */
  isResumed: boolean
  /** Turns a payment into what it pays for. Safe to repeat. @throws ApiError 402 not paid */
  settle: () => Promise<Settled>
  onSettled: (settled: Settled) => void
  /** Handles this payment's own refusals. `again`: the payer can still pay. false: not handled. */
  onRefused: (refusal: ApiError) => 'taken' | 'again' | false
}

/** Takes a card once, even after a double click or a lost answer, and waits for the purchase. */
export function useCardPayment<Settled>({ isResumed, settle, onSettled, onRefused }: CardPayment<Settled>) {
  const [state, setState] = useState<CardState>(isResumed ? 'asking' : 'ready')
  const [error, setError] = useState<string | null>(null)
  const isPaying = useRef(false)
  /** Whether the answer to a charge was lost. The card may have been charged, even if a later try is refused. */
  const mayBePaid = useRef(false)

  function refused(failure: unknown, whenUnknown: CardState) {
    const refusal = failure instanceof ApiError ? failure : new ApiError(500, {})
    const outcome = onRefused(refusal)
    if (outcome === 'taken') {
      mayBePaid.current = false
      return
    }
    setState(outcome === 'again' ? 'ready' : whenUnknown)
    const { status, message } = refusal
    setError(status >= 400 ? message : t.nothingTwice({ message }))
  }

  async function finish(patience: Patience) {
    try {
      onSettled(await patiently(settle, patience))
    } catch (failure) {
      if (isUnknown(failure)) mayBePaid.current = true
      if (patience === 'asking' && isUnpaid(failure)) setState('ready')
      else refused(failure, patience === 'paid' ? 'unsettled' : 'ready')
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it checks once, when it opens.
  useEffect(() => {
    if (isResumed) void finish('asking')
  }, [])

  useEffect(() => {
    // On return from the bank's page, the browser may restore its copy of this page, in which no code awaits the
    // payment.
    function comeBack({ persisted }: PageTransitionEvent) {
      if (!persisted || !isPaying.current) return
      isPaying.current = false
      setState('asking')
      void finish('asking')
    }
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  })

  /** @param take charges the card; `away`: the payer goes to their bank's page and comes back to this one */
  async function pay(take: () => Promise<'paid' | 'away'>) {
    if (isPaying.current) return
    isPaying.current = true
    setState('paying')
    setError(null)
    try {
      if ((await take()) === 'away') return
      setState('settling')
      await finish('paid')
    } catch (failure) {
      if (isUnknown(failure)) {
        mayBePaid.current = true
        await findOut(failure)
      } else refused(failure, 'ready')
    }
    isPaying.current = false
  }

  /** Checks whether a charge without an answer went through. If not, or if we cannot tell, the payer can try again. */
  async function findOut(lost: unknown) {
    setState('settling')
    try {
      onSettled(await settle())
    } catch (failure) {
      refused(isUnknown(failure) || isUnpaid(failure) ? lost : failure, 'ready')
    }
  }

  /** Leaves the payment. If a lost charge went through, shows what it paid for instead, so that no one pays twice. */
  async function leave(go: () => void) {
    if (!mayBePaid.current) return go()
    setError(null)
    setState('asking')
    try {
      onSettled(await patiently(settle, 'asking'))
    } catch (failure) {
      if (isUncharged(failure)) go()
      else refused(failure, 'ready')
    }
  }

  function lookAgain() {
    setState('asking')
    setError(null)
    return finish('paid')
  }

  return { state, error, pay, leave, lookAgain }
}

const isUnpaid = (failure: unknown) => failure instanceof ApiError && failure.status === 402
/** Tells whether a failure means that the payment was not made, or can no longer be. */
const isUncharged = (failure: unknown) => failure instanceof ApiError && [402, 404, 410].includes(failure.status)

const PAUSES_MS = [500, 1000, 2000, 4000]

/** Retries settling a payment, because the provider's report can lag and the server can be restarting. */
async function patiently<Settled>(settle: () => Promise<Settled>, patience: Patience): Promise<Settled> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await settle()
    } catch (error) {
      const pause = PAUSES_MS[attempt]
      if (pause === undefined || !mayPass(error, patience)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

function mayPass(error: unknown, patience: Patience): boolean {
  if (!(error instanceof ApiError)) return false
  return isTransient(error) || (patience === 'paid' && error.status === 402)
}
