import { useEffect, useRef } from 'react'
import { keepText, keptText, unsentKey } from '../../../ui/tab-memory.ts'

/**
 * Keeps in the tab what somebody has typed or asked in a chat and not sent, so that a reload or an ended session does
 * not lose it.
 * @param name of the chat and of what is kept; `null` while nothing can be sent. A new chat's changes when it begins
 * @param onFound gets once what an earlier page of this tab kept
 */
export function useUnsent<Value extends string | unknown[]>(
  name: string | null,
  value: Value,
  onFound: (kept: Value) => void,
) {
  const known = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is looked up once.
  useEffect(() => {
    if (name === null) return
    const kept = known.current === undefined ? unsentOf<Value>(name) : null
    if (known.current && known.current !== name) keepUnsent(known.current, '')
    known.current = name
    // The render that follows keeps what was found.
    if (kept) onFound(kept)
    else keepUnsent(name, value)
  }, [name, value])
}

/**
 * Moves what was typed and asked in a conversation that is gone to the field of a new chat. What was
 * typed in a temporary chat stays temporary.
 * @returns whether there was anything
 */
export function moveUnsent(conversation: string, isTemporary: boolean): boolean {
  const asked = unsentOf<{ text: string }[]>(`oracle-asked:${conversation}`) ?? []
  const typed = unsentOf<string>(`oracle:${conversation}`) ?? ''
  const moved = [...asked.map(({ text }) => text), typed].filter((text) => text.trim())
  keepUnsent(`oracle-asked:${conversation}`, '')
  keepUnsent(`oracle:${conversation}`, '')
  if (moved.length === 0) return false
  const field = isTemporary ? 'oracle:temporary' : 'oracle:new'
  keepUnsent(field, [unsentOf<string>(field) ?? '', ...moved].filter(Boolean).join('\n\n'))
  return true
}

export function unsentOf<Value>(name: string): Value | null {
  try {
    return JSON.parse(keptText(unsentKey(name)) ?? 'null')
  } catch {
    return null
  }
}

export const keepUnsent = (name: string, value: string | unknown[]) =>
  keepText(unsentKey(name), value.length > 0 ? JSON.stringify(value) : null)
