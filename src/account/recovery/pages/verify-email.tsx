import { Form, useNavigation } from 'react-router'
import { apiFor } from '../../../platform/api-client.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { keepForm, type Refusal, refusalOf, textOf } from '../../../ui/form-action.ts'
import { LinkPage } from '../../../ui/link-page.tsx'
import { Notice } from '../../../ui/notice.tsx'
import * as t from '../../text/recovery.ts'
import type { Route } from './+types/verify-email.ts'

// For the same reason as in reset-password.tsx.
export const headers = () => ({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' })

export const loader = ({ url }: Route.LoaderArgs) => ({
  token: url.searchParams.get('token') ?? '',
})

export async function action({ request, context }: Route.ActionArgs) {
  const token = textOf((await request.formData()).get('token'))
  try {
    await apiFor(context).POST('/api/auth/verify-email', { body: { token } })
    return { isDone: true, refused: undefined }
  } catch (error) {
    return refusalOf(error)
  }
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) => keepForm(request, serverAction)

/** Confirms with a button, because email scanners follow links. */
export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { isDone, refused } = (actionData ?? {}) as { isDone?: boolean; refused?: Refusal }
  const isBusy = useNavigation().state !== 'idle'
  if (isDone)
    return (
      <LinkPage title={t.emailConfirmed()}>
        <Notice kind="success" role="status" title={t.thanks()} />
        <p>
          <ButtonLink href="/overview">{t.openDashboard()}</ButtonLink>
        </p>
      </LinkPage>
    )
  if (refused?.code === 'link_expired' || !loaderData.token)
    return (
      <LinkPage title={t.linkExpired()}>
        <Notice kind="error" role="alert" title={refused?.message ?? t.linkIncomplete()} />
        <p>{t.askAnotherMail()}</p>
      </LinkPage>
    )
  return (
    <LinkPage title={t.confirmYourEmail()}>
      <Form method="post">
        {refused && !isBusy && <Notice kind="error" role="alert" title={refused.message} />}
        <p>{t.oneClick()}</p>
        <input type="hidden" name="token" value={loaderData.token} />
        <Button type="submit" size="large" wide busy={isBusy}>
          {t.confirmEmail()}
        </Button>
      </Form>
    </LinkPage>
  )
}
