import { useEffect, useRef } from 'react'
import { loadDraft, saveDraft } from './saved-payment.tsx'

type Form<Draft> = { draft: Draft; fill(next: (current: Draft) => Draft): void }

/**
 * Keeps a visitor's form in its tab, so that a reload, the way back, or another language loses nothing that was typed.
 * Nobody agrees to terms by it.
 */
export function useKeptDraft<Draft extends { agreeToTerms: boolean }>(name: string, { draft, fill }: Form<Draft>) {
  const first = useRef(draft)
  useEffect(() => fill((now) => ({ ...now, ...loadDraft<Draft>(name) })), [name, fill])
  useEffect(() => {
    if (draft !== first.current) saveDraft(name, { ...draft, agreeToTerms: false })
  }, [name, draft])
}
