import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/** We follow the answer for a reader this close to the end of the chat. */
const NEAR_END_PX = 160
/** Growth this soon after a press was caused by the reader. */
const PRESSED_MS = 500
/** Events that end a press. A window that loses the focus gets no release. */
const RELEASES = ['pointerup', 'pointercancel', 'blur'] as const
/** Space above the newest answer if it is taller than the page. */
const MARGIN_PX = 16

/**
 * Keeps the last element marked `data-followed` in view: its end above the composer, or its beginning if it is taller
 * than the page. It leaves readers alone who scroll back, until they return or ask again.
 * @param newest ID of the followed answer. When it changes, the page follows again, even for a reader who scrolled back
 */
export function useFollowedAnswer(newest: string) {
  const panel = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  /** Where the chat ended in the last render, in pixels from the top of the document. */
  const knownEnd = useRef(0)
  /** The page must not move while a person presses something. A scroll that becomes due waits for the release. */
  const press = useRef<{ isDown: boolean; due: 'grown' | 'asked' | null }>({ isDown: false, due: null })

  const follow = useCallback((isAsked: boolean) => {
    const place = panel.current
    const last = [...(place?.querySelectorAll('[data-followed]') ?? [])].at(-1)
    if (press.current.isDown) {
      if (press.current.due !== 'asked') press.current.due = isAsked ? 'asked' : 'grown'
      return
    }
    if (!place || !last || !isFollowing.current) return
    const end = place.getBoundingClientRect().bottom - window.innerHeight
    const beginning = last.getBoundingClientRect().top - MARGIN_PX
    const top = Math.min(end, beginning)
    // Growth never scrolls the page back.
    if (top > 0 || (isAsked && top < 0)) window.scrollBy({ top, behavior: 'instant' })
  }, [])

  useEffect(() => {
    let lastY = window.scrollY
    const look = () => {
      const end = panel.current?.getBoundingClientRect().bottom ?? 0
      const reach = window.innerHeight + NEAR_END_PX
      // The browser also scrolls back when content above shrinks. That must not count as leaving the end.
      const wasNear = knownEnd.current - window.scrollY < reach
      if (end < reach) isFollowing.current = true
      else if (window.scrollY < lastY && !wasNear) isFollowing.current = false
      lastY = window.scrollY
      knownEnd.current = end + window.scrollY
    }
    const resize = () => follow(false)
    let timer: ReturnType<typeof setTimeout> | undefined
    const down = ({ button }: PointerEvent) => {
      if (button === 0) press.current.isDown = true
    }
    const release = () => {
      const { due } = press.current
      press.current = { isDown: false, due: null }
      // The click comes right after the release, and the layout of what it opens after that.
      if (due) timer = setTimeout(() => follow(due === 'asked'))
    }
    window.addEventListener('pointerdown', down, { capture: true })
    for (const kind of RELEASES) window.addEventListener(kind, release)
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', resize)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', resize)
      window.removeEventListener('pointerdown', down, { capture: true })
      for (const kind of RELEASES) window.removeEventListener(kind, release)
      clearTimeout(timer)
    }
  }, [follow])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new name is a new element.
  useLayoutEffect(() => {
    const place = panel.current
    if (!place) return
    isFollowing.current = true
    follow(true)
    let pressedAt = Number.NEGATIVE_INFINITY
    const notePress = () => {
      pressedAt = performance.now()
    }
    const own = [[...place.querySelectorAll('[data-followed]')].at(-1), place.querySelector('[data-composer]')]
    const observer = new ResizeObserver((changed) => {
      knownEnd.current = place.getBoundingClientRect().bottom + window.scrollY
      const isOwn = changed.some(({ target }) => own.includes(target))
      // Opening the sources of an earlier answer moves nothing.
      if (isOwn || performance.now() - pressedAt > PRESSED_MS) follow(false)
    })
    for (const element of [...own, place, place.previousElementSibling]) if (element) observer.observe(element)
    for (const kind of ['pointerdown', 'keydown']) place.addEventListener(kind, notePress)
    return () => {
      observer.disconnect()
      for (const kind of ['pointerdown', 'keydown']) place.removeEventListener(kind, notePress)
    }
  }, [newest, follow])

  return panel
}
