import { useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { ApiError, isUnreached } from '../../../platform/api-client.ts'
import { SUPPORT } from '../../../product.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { RequestIdCode } from '../../../ui/request-id.tsx'
import { rich } from '../../../ui/rich.ts'
import * as kit from '../../../ui/text/kit.ts'
import * as t from '../../text/site.ts'
import styles from './went-wrong.module.css'

/** Shown when a page fails. An API error gets here only if the browser made the call. */
export function WentWrong({ error }: { error: unknown }) {
  // Only a browser can be offline.
  if (typeof document !== 'undefined' && isUnreached(error)) return <Offline />
  const own = error instanceof ApiError && typeof error.body.requestId === 'string' ? error.body.requestId : undefined
  return (
    <Page title={t.wentWrong()} intro={t.wentWrongIntro()}>
      <title>{t.wentWrongTitle()}</title>
      <p className={styles.reference}>
        {rich(t.wentWrongHelp({ phone: SUPPORT.phone, link: (inner) => <a href={`tel:${SUPPORT.tel}`}>{inner}</a> }))}{' '}
        <RequestIdCode value={own} />
      </p>
      <p className={styles.actions}>
        <ButtonLink href="">{kit.tryAgain()}</ButtonLink>
        <ButtonLink variant="secondary" href="/support">
          {t.support()}
        </ButtonLink>
      </p>
    </Page>
  )
}

/**
 * Opens the page again once there is a network. It navigates and does not reload, so that running work goes on. A
 * navigation also restores a page without data to load, such as a form. Unsent text comes back from the tab's storage.
 */
function Offline() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const isBusy = useNavigation().state !== 'idle'
  const again = () => void navigate({ search }, { replace: true, state })
  useEffect(() => {
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  })
  return (
    <Page title={t.offline()} intro={t.offlineIntro()}>
      <title>{t.offlineTitle()}</title>
      <p>
        <Button busy={isBusy} onClick={again}>
          {kit.tryAgain()}
        </Button>
      </p>
    </Page>
  )
}
