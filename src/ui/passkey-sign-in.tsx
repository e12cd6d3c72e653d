import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import styles from './passkey-sign-in.module.css'
import * as t from './text/kit.ts'
import { useIsAlive } from './use-is-alive.ts'

/** How often we renew the challenge, which lasts five minutes. */
const RENEW_MS = 4 * 60_000

/** We load the code for devices on demand. */
const ceremony = () => import('../platform/passkey.ts')

type PasskeySignInProps = { onEntered: (accountId: string) => void }

/**
 * Shows the button to sign in with a passkey. Browsers that can also offer passkeys in the email field. A browser
 * without passkeys shows nothing.
 */
export function PasskeySignIn({ onEntered }: PasskeySignInProps) {
  const isAlive = useIsAlive()
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const entered = useRef(onEntered)
  entered.current = onEntered
  const [offers, setOffers] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new value of `offers` makes another offer.
  useEffect(() => {
    let isOver = false
    async function offer() {
      if (!(await window.PublicKeyCredential?.isConditionalMediationAvailable?.())) return
      const { enterByPasskey } = await ceremony()
      if (isOver) return
      try {
        entered.current(await enterByPasskey(true))
      } catch (error) {
        // The person did not ask for the offer, so we report only the result of a chosen passkey.
        if (!isOver && 'status' in (error as Error)) setFault((error as Error).message)
      }
    }
    void offer()
    const renewal = setInterval(() => setOffers((count) => count + 1), RENEW_MS)
    return () => {
      isOver = true
      clearInterval(renewal)
    }
  }, [offers])

  async function enter() {
    setIsBusy(true)
    setFault(undefined)
    try {
      const { enterByPasskey } = await ceremony()
      onEntered(await enterByPasskey())
    } catch (error) {
      setFault((error as Error).message)
      setIsBusy(false)
      setOffers((count) => count + 1)
    }
  }

  if (!isAlive || !window.PublicKeyCredential) return null
  return (
    <div className={styles.passkey}>
      <Button variant="secondary" size="large" wide busy={isBusy} onClick={enter}>
        {t.passkeySignIn()}
      </Button>
      {fault && <Notice kind="error" role="alert" title={fault} />}
    </div>
  )
}
