import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { Page } from '../../../ui/page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import * as t from '../../text/dashboard.ts'

/** Delay before the loading state shows. With a shorter delay, it would only flicker. */
const LATE_MS = 150

const tabOf = (pathname: string) => pathname.split('/')[1]

/** Shows the open tab, or a loading state while another tab loads. Screen readers announce which tab opened. */
export function Tab() {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const next = state === 'loading' && tabOf(location.pathname) !== tabOf(pathname) ? location.pathname : null
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    setLate(null)
    if (next === null) return
    const timer = setTimeout(() => setLate(next), LATE_MS)
    return () => clearTimeout(timer)
  }, [next])
  const opened = useOpenedTab(tabOf(pathname))
  return (
    <>
      <p className="visually-hidden" role="status">
        {opened}
      </p>
      {next === null || late !== next ? (
        <Outlet />
      ) : (
        <Page width="wide">
          <Skeleton lines={8} isShown label={next === '/overview' ? t.loadingDashboard() : t.loading()} />
        </Page>
      )}
    </>
  )
}

/** Returns the title of the tab that someone opened on this page, without the product's name. */
function useOpenedTab(tab: string | undefined): string {
  const [title, setTitle] = useState('')
  const shown = useRef(tab)
  useEffect(() => {
    if (shown.current === tab) return
    shown.current = tab
    setTitle(document.title.split(' · ')[0] ?? '')
  }, [tab])
  return title
}
