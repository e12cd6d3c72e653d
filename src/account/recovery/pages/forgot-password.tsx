import { Form, useNavigation } from 'react-router'
import { apiFor } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { keepForm, type Refusal, refusalOf, textOf } from '../../../ui/form-action.ts'
import { LinkPage } from '../../../ui/link-page.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { spoken } from '../../../ui/spoken.tsx'
import * as t from '../../text/recovery.ts'
import type { Route } from './+types/forgot-password.ts'

export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function action({ request, context }: Route.ActionArgs) {
  const email = textOf((await request.formData()).get('email'))
  try {
    await apiFor(context).POST('/api/auth/request-password-reset', { body: { email } })
    return { isDone: true, refused: undefined }
  } catch (error) {
    return refusalOf(error)
  }
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) => keepForm(request, serverAction)

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const { isDone, refused } = (actionData ?? {}) as { isDone?: boolean; refused?: Refusal }
  const isBusy = useNavigation().state !== 'idle'
  if (isDone)
    return (
      <LinkPage title={t.checkEmail()}>
        <Notice kind="success" role="status" title={t.linkOnItsWay()}>
          <p>{t.checkSpam()}</p>
        </Notice>
      </LinkPage>
    )
  // Hide the refusal while a request is running, so that a screen reader announces the same one again.
  const shown = isBusy ? undefined : refused
  const fault = shown?.issues[0]?.message
  return (
    <LinkPage title={t.forgotPassword()}>
      <Form method="post" noValidate>
        {shown && !fault && <Notice kind="error" role="alert" title={shown.message} />}
        <Field
          name="email"
          label={t.email()}
          type="email"
          autoComplete="username"
          required
          maxLength={320}
          hint={t.emailHint()}
          error={spoken(fault)}
        />
        <Button type="submit" size="large" wide busy={isBusy}>
          {t.sendLink()}
        </Button>
      </Form>
    </LinkPage>
  )
}
