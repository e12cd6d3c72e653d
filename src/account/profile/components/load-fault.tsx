import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { RequestIdCode } from '../../../ui/request-id.tsx'
import * as kit from '../../../ui/text/kit.ts'
import * as t from '../../text/profile.ts'

/** Shown in place of an account page whose profile could not be loaded. */
export function LoadFault() {
  const error = useRouteError()
  const isMaking = isRouteErrorResponse(error) && typeof error.data === 'string'
  return (
    <Page>
      <Notice kind="error" role="alert" title={isMaking ? String(error.data) : t.loadFailed()}>
        <p>
          {t.loadFailedText()} <RequestIdCode />
        </p>
      </Notice>
      <p>
        <ButtonLink href="">{kit.tryAgain()}</ButtonLink>
      </p>
    </Page>
  )
}
