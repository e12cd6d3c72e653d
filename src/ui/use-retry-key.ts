import { useState } from 'react'
import { newUuid } from '../platform/uuid.ts'

/**
 * Returns a function that gives a request its `Idempotency-Key`. The same body keeps its key, so that a retry after a
 * lost answer does nothing twice; another body gets another key.
 */
export function useRetryKey(): (body: object) => { 'Idempotency-Key': string } {
  const [headersFor] = useState(() => {
    let sent = { body: '', key: '' }
    return (body: object) => {
      const text = JSON.stringify(body)
      if (sent.body !== text) sent = { body: text, key: newUuid() }
      return { 'Idempotency-Key': sent.key }
    }
  })
  return headersFor
}
