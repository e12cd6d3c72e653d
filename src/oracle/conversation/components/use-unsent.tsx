import { useEffect, useRef } from 'react'
import { keepText, keptText, unsentKey } from '../../../ui/tab-memory.ts'

/**
 * Stores unsent text and questions of a chat in the tab, so that a reload or an ended session does not lose them.
 * @param name the chat and the kind of text, or `null` while the person cannot send. It changes when a new chat begins
 * @param onFound called once with the value that an earlier page of this tab stored
 */
export function useUnsent<Value extends string | unknown[]>(
  name: string | null,
  value: Value,
  onFound: (kept: Value) => void,
) {
  const known = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks up the stored value once.
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
 * Moves unsent text and questions from a deleted conversation to the field of a new chat. Text from a temporary chat
 * stays temporary.
 * @returns whether there was any
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
