import { Form, useNavigation } from 'react-router'
import { apiFor } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { LinkPage } from '../../../ui/link-page.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type Refusal, refusalOf, textOf } from '../components/refusal.tsx'
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

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const { isDone, refused } = (actionData ?? {}) as { isDone?: boolean; refused?: Refusal }
  const isBusy = useNavigation().state !== 'idle'
  if (isDone)
    return (
      <LinkPage title="Look into your mailbox">
        <Notice kind="success" role="status" title="If there is an account with this email, a link is on its way.">
          <p>It works once, for one hour. Look among the unwanted mails too.</p>
        </Notice>
      </LinkPage>
    )
  const fault = refused?.issues[0]?.message
  return (
    <LinkPage title="Forgot your password?">
      <Form method="post" noValidate>
        {refused && !fault && <Notice kind="error" role="alert" title={refused.message} />}
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          required
          maxLength={320}
          hint="We mail you a link to choose a new password."
          error={fault}
        />
        <Button type="submit" size="large" wide busy={isBusy}>
          Send the link
        </Button>
      </Form>
    </LinkPage>
  )
}
