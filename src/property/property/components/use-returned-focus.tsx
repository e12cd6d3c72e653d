import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** When going back closes a dialog, returns focus to the link that opened it. */
export function useReturnedFocus() {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    const left = before.current
    before.current = pathname
    if (left === pathname || pathname !== '/properties' || document.activeElement !== document.body) return
    const opener = [...document.querySelectorAll<HTMLAnchorElement>('article a')].find((link) => link.pathname === left)
    opener?.focus()
  }, [pathname])
}
