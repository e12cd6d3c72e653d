import { type SubmitEvent, useState } from 'react'
import { data, Form, redirect, redirectDocument, useNavigation } from 'react-router'
import { ApiError, apiFor, bodyOf } from '../../../platform/api-client.ts'
import type { Issue } from '../../../platform/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { safeNext, signInIssues } from '../domain.ts'
import type { Route } from './+types/login.ts'
import styles from './login.module.css'

export const headers = ({ actionHeaders }: Route.HeadersArgs) => ({
  ...Object.fromEntries(actionHeaders),
  'Cache-Control': 'no-store',
})

const nextOf = (request: Request) => new URL(request.url).searchParams.get('next')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { data: session } = await apiFor(context).GET('/api/auth/get-session')
  if (session) throw redirect(safeNext(nextOf(request), '/'))
  return null
}

/** The form works before, and without, any script: it posts here, and here asks the API. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const email = textOf(form.get('email'))
  try {
    const answer = await apiFor(context).POST('/api/auth/sign-in/email', {
      body: { email, password: textOf(form.get('password')) },
    })
    bodyOf(answer)
    const cookies = answer.response.headers.getSetCookie().map((cookie): [string, string] => ['Set-Cookie', cookie])
    return redirectDocument(safeNext(nextOf(request)), { headers: cookies })
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status >= 500 && error.status !== 503)) throw error
    const wait = error.retryAfterSeconds === null ? undefined : { 'Retry-After': String(error.retryAfterSeconds) }
    return data({ email, message: error.message, issues: error.issues }, { status: error.status, headers: wait })
  }
}

export default function Login({ actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  const [local, setLocal] = useState<{ issues: Issue[]; after: typeof actionData }>()
  // What was found here counts until the server has answered anew.
  const issues = local && local.after === actionData ? local.issues : (actionData?.issues ?? noIssues)
  const messageFor = (path: string) => issues.find((issue) => issue.path === path)?.message
  const refusal = issues.length === 0 ? actionData?.message : undefined

  function check(event: SubmitEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget)
    const found = signInIssues({ email: textOf(form.get('email')), password: textOf(form.get('password')) })
    setLocal(found.length > 0 ? { issues: found, after: actionData } : undefined)
    if (found.length > 0) event.preventDefault()
  }

  return (
    <Page>
      <title>Sign in · ShowingBooker</title>
      <div className={styles.box}>
        <h1>Sign in</h1>
        <Card>
          <Form method="post" noValidate onSubmit={check} className={styles.form}>
            <ErrorSummary title="Please check your entries" issues={issues} />
            {refusal && <Notice kind="error" role="alert" title={refusal} />}
            <Field
              name="email"
              label="Email"
              type="email"
              autoComplete="username"
              required
              maxLength={320}
              defaultValue={actionData?.email}
              error={messageFor('email')}
            />
            <Field
              name="password"
              label="Password"
              type="password"
              autoComplete="current-password"
              required
              maxLength={1000}
              error={messageFor('password')}
            />
            <Button type="submit" size="large" wide busy={isBusy}>
              Sign In
            </Button>
          </Form>
        </Card>
      </div>
    </Page>
  )
}

const noIssues: Issue[] = []

const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '')
