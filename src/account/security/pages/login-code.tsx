import { data, Form, redirectDocument, useNavigation, useSearchParams } from 'react-router'
import { apiFor, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { cookiesOf, keepForm, type Refusal, refusalOf, textOf } from '../../../ui/form-action.ts'
import { LinkPage } from '../../../ui/link-page.tsx'
import { withNext } from '../../../ui/next-link.ts'
import { Notice } from '../../../ui/notice.tsx'
import { rich } from '../../../ui/rich.ts'
import { spoken } from '../../../ui/spoken.tsx'
import { type Entered, SCRIPTED, useEntering } from '../../../ui/use-entering.tsx'
import { safeNext } from '../../account/domain.ts'
import * as t from '../../text/security.ts'
import { cleanCode } from '../domain.ts'
import type { Route } from './+types/login-code.ts'

export const headers = ({ actionHeaders }: Route.HeadersArgs) => ({
  ...Object.fromEntries(actionHeaders),
  'Cache-Control': 'no-store',
})

/** Handles the form's post, so that the form works before scripts load and without them, like the sign-in itself. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await request.formData()
  const code = textOf(form.get('code'))
  const body = { code, trustDevice: form.has('trustDevice') }
  const isOfApp = /^\d{0,6}$/.test(cleanCode(code, 'totp'))
  try {
    const path = isOfApp ? '/api/auth/two-factor/verify-totp' : '/api/auth/two-factor/verify-backup-code'
    const answer = await apiFor(context).POST(path, { body })
    const { user } = bodyOf(answer)
    const cookies = cookiesOf(answer.response)
    const next = safeNext(url.searchParams.get('next'))
    if (!form.has(SCRIPTED)) return redirectDocument(next, { headers: cookies })
    return data({ entered: { accountId: user.id, next } }, { headers: cookies })
  } catch (error) {
    return refusalOf(error)
  }
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) => keepForm(request, serverAction)

/** Asks for the code of two-step verification during a sign-in. */
export default function LoginCode({ actionData }: Route.ComponentProps) {
  const { refused, entered } = (actionData ?? {}) as { refused?: Refusal; entered?: Entered }
  const { scripted } = useEntering(entered)
  const [search] = useSearchParams()
  const isBusy = useNavigation().state !== 'idle' || entered !== undefined
  // Hide the refusal while a request is running, so that a screen reader announces the same one again.
  const shown = isBusy ? undefined : refused
  const fault = shown?.issues.length ? shown.message : undefined
  return (
    <LinkPage title={t.enterYourCode()}>
      <Form method="post" noValidate>
        {scripted}
        {shown && !fault && (
          <Notice kind="error" role="alert" title={shown.message}>
            {shown.code === 'challenge_expired' && (
              <a href={withNext('/login', search.get('next'))}>{t.signInAgain()}</a>
            )}
          </Notice>
        )}
        <Field
          name="code"
          label={t.code()}
          autoComplete="one-time-code"
          autoFocus
          required
          maxLength={40}
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          hint={t.codeHint()}
          error={spoken(fault)}
        />
        <Checkbox name="trustDevice">{t.dontAsk()}</Checkbox>
        <Button type="submit" size="large" wide busy={isBusy}>
          {t.goOn()}
        </Button>
        {entered && <p role="status">{t.loading()}</p>}
      </Form>
      <p>{rich(t.noCode({ link: (inner) => <a href="/support">{inner}</a> }))}</p>
    </LinkPage>
  )
}
