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

/** The card form of each provider, loaded when somebody is about to pay. */
const FORMS: Record<ProviderName, ComponentType<TakeCardProps>> = {
  sandbox: lazy(LOADERS.sandbox),
  stripe: lazy(LOADERS.stripe),
}

/** Fetches the card form ahead. If that fails, it is fetched again when shown. */
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
 * asking: we ask whether it is already paid. ready: the form waits for the card. settling: we have the money but
 * not the purchase yet. unsettled: settling failed so far.
 */
export type CardState = 'asking' | 'ready' | 'paying' | 'settling' | 'unsettled'

type Patience = 'asking' | 'paid'

/** Tells whether a failure leaves open what happened: the call may have done its work, or could not look it up. */
const isUnknown = (failure: unknown) => !(failure instanceof ApiError) || isTransient(failure)
const isTransient = ({ status }: ApiError) => status === 0 || status === 429 || status >= 500

type CardPayment<Settled> = {
  /** Asks first whether it is already paid: after a reload, or back from the bank. */
  isResumed: boolean
  /** Turns a payment into what it pays for. Safe to repeat. @throws ApiError 402 not paid */
  settle: () => Promise<Settled>
  onSettled: (settled: Settled) => void
  /** Handles refusals of its own. `again`: the payer can still pay; false: not handled. */
  onRefused: (refusal: ApiError) => 'taken' | 'again' | false
}

/** Takes a card once, even after a double click or a lost answer, and waits for the purchase. */
export function useCardPayment<Settled>({ isResumed, settle, onSettled, onRefused }: CardPayment<Settled>) {
  const [state, setState] = useState<CardState>(isResumed ? 'asking' : 'ready')
  const [error, setError] = useState<string | null>(null)
  const isPaying = useRef(false)
  /** The answer to a charge was lost. The card may have been charged, even if a later try is refused. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when it opens.
  useEffect(() => {
    if (isResumed) void finish('asking')
  }, [])

  useEffect(() => {
    // The browser may bring back its copy of this page from the bank's, with a payment that nobody waits for.
    function comeBack({ persisted }: PageTransitionEvent) {
      if (!persisted || !isPaying.current) return
      isPaying.current = false
      setState('asking')
      void finish('asking')
    }
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  })

  /** @param take takes the money; `away`: the payer goes to their bank's page and comes back to this one */
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

  /** Asks whether a charge without an answer went through. If not, or if nobody knows, the payer can try again. */
  async function findOut(lost: unknown) {
    setState('settling')
    try {
      onSettled(await settle())
    } catch (failure) {
      refused(isUnknown(failure) || isUnpaid(failure) ? lost : failure, 'ready')
    }
  }

  /** Leaves the payment. If a lost charge went through, shows what it paid for instead, so nobody pays twice. */
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

  return { state, error, pay, leave, lookAgain: () => finish('paid') }
}

const isUnpaid = (failure: unknown) => failure instanceof ApiError && failure.status === 402
/** It is not paid, or can no longer be. */
const isUncharged = (failure: unknown) => failure instanceof ApiError && [402, 404, 410].includes(failure.status)

const PAUSES_MS = [500, 1000, 2000, 4000]

/** Retries after a payment, because the provider's report can lag and the server can be restarting. */
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
