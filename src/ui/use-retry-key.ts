import { useRef } from 'react'
import { newUuid } from '../platform/uuid.ts'
import { keepText, keptText, sendingKey } from './tab-memory.ts'

/**
 * Gives requests their `Idempotency-Key`. The same body keeps its key, so that a retry after a lost answer does nothing
 * twice. Another body gets another key.
 * @param unsent storage key of the unsent text. The tab also stores the last body with its key, so that a retry after a
 *   reload does nothing twice, either.
 */
export function useRetryKey(unsent?: string) {
  const sent = useRef('')
  return {
    headersFor(body: unknown): { 'Idempotency-Key': string } {
      const text = JSON.stringify(body)
      // The key, then the body.
      const isOf = (sending: string | null) => sending?.slice(KEY_LENGTH) === text
      const kept = unsent === undefined ? null : keptText(sendingKey(unsent))
      sent.current = [sent.current, kept].find(isOf) ?? newUuid() + text
      if (unsent !== undefined) keepText(sendingKey(unsent), sent.current)
      return { 'Idempotency-Key': sent.current.slice(0, KEY_LENGTH) }
    },
    /** Forgets an answered request, so that the same body again is another request. */
    forget() {
      sent.current = ''
      if (unsent !== undefined) keepText(sendingKey(unsent), null)
    },
  }
}

const KEY_LENGTH = 36
