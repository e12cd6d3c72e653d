import { type SubmitEvent, useState } from 'react'
import { data, Form, redirect, redirectDocument, useNavigation, useSearchParams } from 'react-router'
import { ApiError, apiFor, bodyOf, serverContext } from '../../../platform/api-client.ts'
import type { Issue } from '../../../platform/errors.ts'
import { isPasskeyPage } from '../../../platform/passkey-origin.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Field } from '../../../ui/field.tsx'
import { cookiesOf, keepForm, refusalOf, textOf } from '../../../ui/form-action.ts'
import styles from '../../../ui/link-page.module.css'
import { withNext } from '../../../ui/next-link.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { PasskeySignIn } from '../../../ui/passkey-sign-in.tsx'
import { rich } from '../../../ui/rich.ts'
import { type Entered, SCRIPTED, useEntering } from '../../../ui/use-entering.tsx'
import * as t from '../../text/account.ts'
import { safeNext, signInIssues } from '../domain.ts'
import type { Route } from './+types/login.ts'

export const headers = ({ actionHeaders }: Route.HeadersArgs) => ({
  ...Object.fromEntries(actionHeaders),
  'Cache-Control': 'no-store',
})

const nextOf = (request: Request) => new URL(request.url).searchParams.get('next')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { data: session } = await apiFor(context).GET('/api/auth/get-session')
  if (session) throw redirect(safeNext(nextOf(request), '/'))
  const { publicUrl = '' } = context.get(serverContext)
  return { mayUsePasskey: isPasskeyPage(request.url, publicUrl) }
}

/** Handles the form's post and calls the API, so the form works before scripts load and without them. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const email = textOf(form.get('email'))
  try {
    const answer = await apiFor(context).POST('/api/auth/sign-in/email', {
      body: { email, password: textOf(form.get('password')) },
    })
    const body = bodyOf(answer)
    const cookies = cookiesOf(answer.response)
    const next = safeNext(nextOf(request))
    if (!('user' in body)) return redirect(`/login/code?next=${encodeURIComponent(next)}`, { headers: cookies })
    const { user } = body
    if (!form.has(SCRIPTED)) return redirectDocument(next, { headers: cookies })
    return data({ entered: { accountId: user.id, next } }, { headers: cookies })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 503) return refusalOf(error, { email })
    // Only an unavailable service gets this prefix, never a problem with the entries (studio.md section 8).
    return refusalOf(error, { email, message: t.loginFailed({ message: error.message }) })
  }
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  keepForm(request, serverAction, ['email'])

// Otherwise the loader would redirect the person before this browser remembers who they are.
export const shouldRevalidate = () => false

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { refused, entered } = (actionData ?? {}) as { refused?: Refused; entered?: Entered }
  const [byPasskey, setByPasskey] = useState<Entered>()
  const { scripted } = useEntering(entered ?? byPasskey)
  const [search] = useSearchParams()
  const isEntering = (entered ?? byPasskey) !== undefined
  const isBusy = useNavigation().state !== 'idle' || isEntering
  const [local, setLocal] = useState<{ issues: Issue[]; after: typeof actionData }>()
  // Issues found in the browser show until the server answers again.
  const issues = local && local.after === actionData ? local.issues : (refused?.issues ?? noIssues)
  const messageFor = (path: string) => issues.find((issue) => issue.path === path)?.message
  // Hide it while a request is running, so that a screen reader announces the same message again.
  const refusal = issues.length === 0 && !isBusy ? refused?.message : undefined
  const next = search.get('next')

  function check(event: SubmitEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget)
    const found = signInIssues({ email: textOf(form.get('email')), password: textOf(form.get('password')) })
    setLocal(found.length > 0 ? { issues: found, after: actionData } : undefined)
    if (found.length > 0) event.preventDefault()
  }

  return (
    <Page>
      <title>{t.signInTitle()}</title>
      <meta name="description" content={t.signInAbout()} />
      <div className={styles.box}>
        <h1>{t.signIn()}</h1>
        <Card>
          <Form method="post" noValidate onSubmit={check}>
            {scripted}
            <ErrorSummary title={t.checkEntries()} issues={issues} />
            {refusal && <Notice kind="error" role="alert" title={refusal} />}
            <Field
              name="email"
              label={t.email()}
              type="email"
              autoComplete="username webauthn"
              required
              maxLength={320}
              defaultValue={refused?.email}
              error={messageFor('email')}
            />
            <Field
              name="password"
              label={t.password()}
              type="password"
              autoComplete="current-password"
              required
              maxLength={1000}
              error={messageFor('password')}
            />
            <Button type="submit" size="large" wide busy={isBusy}>
              {t.signInButton()}
            </Button>
            <p className={styles.other}>
              <a href={withNext('/forgot-password', next)}>{t.forgotPassword()}</a>
            </p>
            {isEntering && <p role="status">{t.loading()}</p>}
          </Form>
          {loaderData.mayUsePasskey && (
            <PasskeySignIn onEntered={(accountId) => setByPasskey({ accountId, next: safeNext(next) })} />
          )}
        </Card>
        <p className={styles.other}>
          {rich(
            t.newHere({
              link: (inner) => <a href={withNext('/register', next)}>{inner}</a>,
            }),
          )}
        </p>
      </div>
    </Page>
  )
}

type Refused = { email: string; message: string; issues: Issue[] }

const noIssues: Issue[] = []
