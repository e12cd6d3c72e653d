import { useEffect, useRef, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { lengthOf } from '../../../platform/plain-text.ts'
import type { PromptReading } from '../contract.ts'
import { MAX_PROMPT } from '../limits-domain.ts'

/** How long typing must pause before we ask the server, in milliseconds. */
const REST_MS = 300
/** Announcements wait longer, so that they do not interrupt at each word. */
const CALM_MS = 1_500

/**
 * Asks which words of a prompt the engine would draw, while the person types. Returns `null` if we do not know yet or
 * the engine cannot tell. An older answer stays until the next one arrives, and a failure is silent.
 */
export function useReading(prompt: string, negativePrompt: string): PromptReading | null {
  const [reading, setReading] = useState<PromptReading | null>(null)
  const cannotTell = useRef(false)
  const asked = prompt.trim()
  useEffect(() => {
    if (asked === '' || lengthOf(asked) > MAX_PROMPT || cannotTell.current) return setReading(null)
    const call = new AbortController()
    const timer = setTimeout(async () => {
      const body = { prompt: asked, negative_prompt: negativePrompt }
      try {
        const answer = bodyOf(await api.POST('/studio/reading', { body, signal: call.signal }))
        cannotTell.current = !answer.can_tell
        if (!call.signal.aborted) setReading(answer.can_tell ? answer : null)
      } catch {
        if (!call.signal.aborted) setReading(null)
      }
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      call.abort()
    }
  }, [asked, negativePrompt])
  return reading
}

/** Returns a text once it has not changed for a while. */
export function useCalm(text: string): string {
  const [calm, setCalm] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setCalm(text), CALM_MS)
    return () => clearTimeout(timer)
  }, [text])
  return calm
}
