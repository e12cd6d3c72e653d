import { useEffect, useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { serverNowMs } from '../../../platform/server-clock.ts'
import { accountKey } from '../../../ui/tab-memory.ts'
import * as t from '../../text/credit.ts'
import type { CreditIntent } from '../contract.ts'
import type { Checkout } from './credit-checkout.tsx'

const KEY = accountKey('studio-credits')

/**
 * What one tab remembers of an open payment, so that a reload or a bank's page loses nothing. It never holds the card.
 */
function saved(): Checkout | null {
  try {
    const checkout = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Checkout | null
    return checkout && Date.parse(checkout.intent.holdExpiresAt) > serverNowMs() ? checkout : null
  } catch {
    return null
  }
}

function save(checkout: Checkout | null) {
  try {
    if (checkout) sessionStorage.setItem(KEY, JSON.stringify(checkout))
    else sessionStorage.removeItem(KEY)
  } catch {
    return
  }
}

/** Runs a payment for credits. @param onResumed called when a canceled plan resumes without a payment */
export function useCreditCheckout(onResumed: () => Promise<void>) {
  const [checkout, setCheckout] = useState<Checkout | null>(null)
  const [isResumed, setIsResumed] = useState(false)
  const [opening, setOpening] = useState<'pack' | 'plan' | null>(null)
  const [fault, setFault] = useState<string | null>(null)

  useEffect(() => {
    const before = saved()
    if (!before) return
    setIsResumed(true)
    setCheckout(before)
  }, [])

  function show(next: Checkout | null) {
    setCheckout(next)
    save(next)
    setIsResumed(false)
  }

  async function open(what: 'pack' | 'plan') {
    setOpening(what)
    setFault(null)
    try {
      const body = what === 'pack' ? await openPack() : await openPlan()
      if ('clientSecret' in body) show({ intent: body, isMonthly: what === 'plan' })
      else await onResumed()
    } catch (error) {
      setFault((error as Error).message)
    }
    setOpening(null)
  }

  return {
    checkout,
    isResumed,
    opening,
    fault,
    open,
    keep: () => save(checkout),
    close(message: string | null) {
      show(null)
      setFault(message)
    },
  }
}

const emptied = () => new Error(t.emptyAnswer())
async function openPack(): Promise<CreditIntent> {
  const { data } = await api.POST('/credits/purchase', { body: { pack: 20 } })
  if (!data) throw emptied()
  return data
}
async function openPlan() {
  const { data } = await api.POST('/subscription', { body: { plan: 'monthly' } })
  if (!data) throw emptied()
  return data
}
