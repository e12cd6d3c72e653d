import { ApiError } from '../../../platform/api-client.ts'
import { SUPPORT } from '../../../product.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { Reference } from '../../../ui/request-id.tsx'
import { rich } from '../../../ui/rich.ts'
import * as t from '../../text/site.ts'
import styles from './went-wrong.module.css'

/** Shown when a page fails. An API error gets here only if the browser made the call. */
export function WentWrong({ error }: { error: unknown }) {
  if (error instanceof ApiError && error.status === 0) return <Offline />
  const own = error instanceof ApiError && typeof error.body.requestId === 'string' ? error.body.requestId : undefined
  return (
    <Page title={t.wentWrong()} intro={t.wentWrongIntro()}>
      <title>{t.wentWrongTitle()}</title>
      <p className={styles.reference}>
        {rich(t.wentWrongHelp({ phone: SUPPORT.phone, link: (inner) => <a href={`tel:${SUPPORT.tel}`}>{inner}</a> }))}{' '}
        <Reference value={own} />
      </p>
      <p className={styles.actions}>
        <ButtonLink href="">{t.tryAgain()}</ButtonLink>
        <ButtonLink variant="secondary" href="/support">
          {t.support()}
        </ButtonLink>
      </p>
    </Page>
  )
}

function Offline() {
  return (
    <Page title={t.offline()} intro={t.offlineIntro()}>
      <title>{t.offlineTitle()}</title>
      <p>
        <ButtonLink href="">{t.tryAgain()}</ButtonLink>
      </p>
    </Page>
  )
}
