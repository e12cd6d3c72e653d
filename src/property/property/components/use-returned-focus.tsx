import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Where a dialog was closed by the way back, the focus goes to the link that had opened it. */
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
