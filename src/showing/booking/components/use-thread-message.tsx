import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../platform/api-client.ts'
import { keepText, keptText } from '../../../ui/tab-memory.ts'
import { useRetryKey } from '../../../ui/use-retry-key.ts'

/** Sends one message. @throws ApiError */
type Send = (words: string, headers: { 'Idempotency-Key': string }) => Promise<void>

/**
 * Holds a message while someone writes it. The tab keeps unsent words, so that a closed row or a lost connection loses
 * nothing. Sending the same words again in the same ways sends no second message.
 * @param key key of the tab's storage, which names what the words are about. Use `unsentKey` if an account writes them
 * @param by the ways in which an agent's message goes out, such as text or email
 */
export function useThreadMessage(key: string, send: Send, by: readonly string[] = []) {
  const [words, setWords] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const sending = useRetryKey(key)
  const latest = useRef('')
  useEffect(() => {
    latest.current = keptText(key) ?? ''
    setWords(latest.current)
  }, [key])
  function enter(typed: string) {
    latest.current = typed
    setWords(typed)
    setFault(undefined)
    keepText(key, typed || null)
  }
  /** @param form its field gets the focus again, because the button is disabled when there are no words to send */
  async function submit(form: HTMLFormElement) {
    if (isBusy) return
    setIsBusy(true)
    setFault(undefined)
    try {
      await send(words, sending.headersFor({ key, words, by }))
      sending.forget()
      // Words typed in the meantime stay.
      if (latest.current === words) enter('')
      const { activeElement: focused, body } = document
      if (focused === body || form.contains(focused)) form.querySelector('textarea')?.focus()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error.message)
    } finally {
      setIsBusy(false)
    }
  }
  return { words, enter, submit, fault, isBusy }
}
