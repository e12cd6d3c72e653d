import { Form, useNavigation } from 'react-router'
import { apiFor } from '../../../platform/api-client.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { LinkPage } from '../../../ui/link-page.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PASSWORD_MIN } from '../../account/domain.ts'
import { type Refusal, refusalOf, textOf } from '../components/refusal.tsx'
import type { Route } from './+types/reset-password.ts'

// The address of this page is a key: it is told to nobody.
export const headers = () => ({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })

export const loader = ({ request }: Route.LoaderArgs) => ({
  token: new URL(request.url).searchParams.get('token') ?? '',
})

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const body = { token: textOf(form.get('token')), newPassword: textOf(form.get('newPassword')) }
  try {
    await apiFor(context).POST('/api/auth/reset-password', { body })
    return { isDone: true, refused: undefined }
  } catch (error) {
    return refusalOf(error)
  }
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { isDone, refused } = (actionData ?? {}) as { isDone?: boolean; refused?: Refusal }
  const isBusy = useNavigation().state !== 'idle'
  if (isDone)
    return (
      <LinkPage title="Your password was changed">
        <Notice kind="success" role="status" title="Every device was signed out.">
          <p>Please sign in with the new password.</p>
        </Notice>
      </LinkPage>
    )
  if (refused?.code === 'link_expired' || !loaderData.token)
    return (
      <LinkPage title="This link is not good any more">
        <Notice kind="error" role="alert" title={refused?.message ?? 'The link is not complete.'} />
        <p>
          <ButtonLink href="/forgot-password">Ask for a new one</ButtonLink>
        </p>
      </LinkPage>
    )
  const fault = refused?.issues[0]?.message
  return (
    <LinkPage title="Choose a new password">
      <Form method="post" noValidate>
        {refused && !fault && <Notice kind="error" role="alert" title={refused.message} />}
        <input type="hidden" name="token" value={loaderData.token} />
        <Field
          name="newPassword"
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          maxLength={1000}
          hint={`At least ${PASSWORD_MIN} characters. A few words are easy to keep in mind.`}
          error={fault}
        />
        <Button type="submit" size="large" wide busy={isBusy}>
          Save the password
        </Button>
      </Form>
    </LinkPage>
  )
}
