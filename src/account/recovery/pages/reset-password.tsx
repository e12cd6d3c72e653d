import { data, Form, useNavigation } from 'react-router'
import { apiFor } from '../../../platform/api-client.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { cookiesOf, keepForm, type Refusal, refusalOf, textOf } from '../../../ui/form-action.ts'
import { LinkPage } from '../../../ui/link-page.tsx'
import { NewPasswordField } from '../../../ui/new-password-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { rich } from '../../../ui/rich.ts'
import { spoken } from '../../../ui/spoken.tsx'
import { ownWords, PASSWORD_MIN, weakPasswordMessage } from '../../account/domain.ts'
import * as t from '../../text/recovery.ts'
import type { Route } from './+types/reset-password.ts'

// This page's URL contains a secret token, so no other site may see it. Our own may: with `no-referrer`, browsers
// without scripts would submit the form with `Origin: null`, which we refuse.
export const headers = () => ({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' })

export const loader = ({ url }: Route.LoaderArgs) => ({
  token: url.searchParams.get('token') ?? '',
})

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const body = { token: textOf(form.get('token')), newPassword: textOf(form.get('newPassword')) }
  try {
    const { response } = await apiFor(context).POST('/api/auth/reset-password', { body })
    const cookies = cookiesOf(response)
    return data({ isDone: true, refused: undefined }, { headers: cookies })
  } catch (error) {
    return refusalOf(error)
  }
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) => keepForm(request, serverAction)

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { isDone, refused } = (actionData ?? {}) as { isDone?: boolean; refused?: Refusal }
  const isBusy = useNavigation().state !== 'idle'
  if (isDone)
    return (
      <LinkPage title={t.passwordChanged()}>
        <Notice kind="success" role="status" title={t.everyDeviceOut()}>
          <p>{t.signInAgain()}</p>
          <p>{rich(t.passkeysStay({ link: (inner) => <a href="/account/security">{inner}</a> }))}</p>
        </Notice>
      </LinkPage>
    )
  if (refused?.code === 'link_expired' || !loaderData.token)
    return (
      <LinkPage title={t.linkExpired()}>
        <Notice kind="error" role="alert" title={refused?.message ?? t.linkIncomplete()}>
          {refused && <p>{rich(t.alreadyChosen({ link: (inner) => <a href="/login">{inner}</a> }))}</p>}
        </Notice>
        <p>
          <ButtonLink href="/forgot-password">{t.askNewLink()}</ButtonLink>
        </p>
      </LinkPage>
    )
  // Hide the refusal while a request is running, so that a screen reader announces the same one again.
  const shown = isBusy ? undefined : refused
  const fault = shown?.issues[0]?.message
  return (
    <LinkPage title={t.choosePassword()}>
      <Form method="post" noValidate>
        {shown && !fault && <Notice kind="error" role="alert" title={shown.message} />}
        <input type="hidden" name="token" value={loaderData.token} />
        <NewPasswordField
          name="newPassword"
          label={t.newPassword()}
          hint={t.passwordHint({ min: PASSWORD_MIN })}
          error={spoken(fault)}
          ownWords={() => ownWords({ email: '', name: '' })}
          shortest={PASSWORD_MIN}
          wordsFor={weakPasswordMessage}
        />
        <Button type="submit" size="large" wide busy={isBusy}>
          {t.savePassword()}
        </Button>
      </Form>
    </LinkPage>
  )
}
