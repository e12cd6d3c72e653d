import { data, Form, useNavigation } from 'react-router'
import { apiFor, bodyOf } from '../../../platform/api-client.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { cookiesOf, keepForm, type Refusal, refusalOf, textOf } from '../../../ui/form-action.ts'
import { LinkPage } from '../../../ui/link-page.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { rich } from '../../../ui/rich.ts'
import * as t from '../../text/email-change.ts'
import type { Route } from './+types/confirm-new-email.ts'

// For the same reason as in reset-password.tsx.
export const headers = () => ({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' })

export const loader = ({ url }: Route.LoaderArgs) => ({
  token: url.searchParams.get('token') ?? '',
})

export async function action({ request, context }: Route.ActionArgs) {
  const token = textOf((await request.formData()).get('token'))
  try {
    const answer = await apiFor(context).POST('/api/auth/email-change/confirm', { body: { token } })
    return data({ email: bodyOf(answer).email, refused: undefined }, { headers: cookiesOf(answer.response) })
  } catch (error) {
    return refusalOf(error)
  }
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) => keepForm(request, serverAction)

/** Changes an account's email with a button, because email scanners follow links. */
export default function ConfirmNewEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { email, refused } = (actionData ?? {}) as { email?: string; refused?: Refusal }
  const isBusy = useNavigation().state !== 'idle'
  if (email)
    return (
      <LinkPage title={t.isChanged()}>
        <Notice kind="success" role="status" title={t.signInWith({ email })}>
          <p>{t.contactsFollow()}</p>
        </Notice>
        <p>
          <ButtonLink href="/account/security">{t.openSecurity()}</ButtonLink>
        </p>
      </LinkPage>
    )
  if (refused?.code === 'link_expired' || !loaderData.token)
    return (
      <LinkPage title={t.linkExpired()}>
        <Notice kind="error" role="alert" title={refused?.message ?? t.linkIncomplete()}>
          <p>
            {rich(
              t.alreadyChanged({
                link: (inner) => <a href="/login">{inner}</a>,
                link2: (inner) => <a href="/account/security">{inner}</a>,
              }),
            )}
          </p>
        </Notice>
      </LinkPage>
    )
  return (
    <LinkPage title={t.pageTitle()}>
      <Form method="post">
        {refused && !isBusy && <Notice kind="error" role="alert" title={refused.message} />}
        <p>{t.oneClick()}</p>
        <input type="hidden" name="token" value={loaderData.token} />
        <Button type="submit" size="large" wide busy={isBusy}>
          {t.confirmNew()}
        </Button>
      </Form>
    </LinkPage>
  )
}
