import { type SubmitEvent, useRef, useState } from 'react'
import { data, Form, redirect, redirectDocument, useNavigation, useSearchParams } from 'react-router'
import { ApiError, apiFor, bodyOf } from '../../../platform/api-client.ts'
import type { Issue } from '../../../platform/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Field } from '../../../ui/field.tsx'
import { cookiesOf, keepForm, refusalOf, textOf } from '../../../ui/form-action.ts'
import box from '../../../ui/link-page.module.css'
import { NewPasswordField } from '../../../ui/new-password-field.tsx'
import { withNext } from '../../../ui/next-link.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { rich } from '../../../ui/rich.ts'
import { type Entered, SCRIPTED, useEntering } from '../../../ui/use-entering.tsx'
import * as t from '../../text/account.ts'
import {
  anonymousUsername,
  ownWords,
  PASSWORD_MIN,
  registrationIssues,
  safeNext,
  weakPasswordMessage,
} from '../domain.ts'
import type { Route } from './+types/register.ts'
import styles from './register.module.css'

const HOME = '/showingbooker'

export const headers = ({ actionHeaders }: Route.HeadersArgs) => ({
  ...Object.fromEntries(actionHeaders),
  'Cache-Control': 'no-store',
})

export const meta = () => [{ title: t.registerTitle() }, { name: 'description', content: t.registerAbout() }]

const nextOf = (request: Request) => new URL(request.url).searchParams.get('next')
const pick = (below: number) => Math.floor(Math.random() * below)

export async function loader({ request, context }: Route.LoaderArgs) {
  const { data: session } = await apiFor(context).GET('/api/auth/get-session')
  if (session) throw redirect(safeNext(nextOf(request), '/'))
  return { username: anonymousUsername(pick) }
}

/** Handles the form's post and calls the API, so the form works before scripts load and without them. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const [name = '', email = '', password = '', username = ''] = ['name', 'email', 'password', 'username'].map((field) =>
    textOf(form.get(field)),
  )
  const typed = { name, email, username }
  const next = safeNext(nextOf(request), HOME)
  const issues = registrationIssues({ name, email, password })
  if (issues.length > 0) return data({ refused: { ...typed, message: '', issues } }, { status: 400 })
  try {
    const body = { email, password, name }
    const answer = await apiFor(context).POST('/api/auth/sign-up/email', { body })
    const { user } = bodyOf(answer)
    const cookies = cookiesOf(answer.response)
    const cookie = cookies.map(([, one]) => one.split(';')[0]).join('; ')
    if (!(await makeProfile(apiFor(context), { uid: user.id, email, username, cookie })))
      return data({ refused: { ...typed, message: t.noRecord(), issues: [] } }, { status: 500, headers: cookies })
    if (!form.has(SCRIPTED)) return redirectDocument(next, { headers: cookies })
    return data({ entered: { accountId: user.id, next } }, { headers: cookies })
  } catch (error) {
    return refusalOf(error, typed)
  }
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  keepForm(request, serverAction, ['name', 'email', 'username'])

// Revalidation would change the username on the form, and redirect a new account before the browser remembers it.
export const shouldRevalidate = () => false

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { refused, entered } = (actionData ?? {}) as { refused?: Refused; entered?: Entered }
  const { scripted } = useEntering(entered)
  const [search] = useSearchParams()
  const isBusy = useNavigation().state !== 'idle' || entered !== undefined
  const [username, setUsername] = useState(refused?.username || loaderData.username)
  const [local, setLocal] = useState<{ issues: Issue[]; after: typeof actionData }>()
  const weakPassword = useRef<string>(undefined)
  // Issues found in the browser show until the server answers again.
  const issues = local && local.after === actionData ? local.issues : (refused?.issues ?? noIssues)
  const messageFor = (path: string) => issues.find((issue) => issue.path === path)?.message
  const next = search.get('next')

  function check(event: SubmitEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget)
    const [name = '', email = '', password = ''] = ['name', 'email', 'password'].map((field) => textOf(form.get(field)))
    const found = registrationIssues({ name, email, password })
    if (weakPassword.current && !found.some(({ path }) => path === 'password'))
      found.push({ path: 'password', message: weakPassword.current })
    setLocal(found.length > 0 ? { issues: found, after: actionData } : undefined)
    if (found.length > 0) event.preventDefault()
  }

  return (
    <Page>
      <div className={box.box} data-wide>
        <div>
          <h1>{t.register()}</h1>
          <p className={styles.intro}>{t.registerIntro()}</p>
        </div>
        <Card>
          <Form method="post" noValidate onSubmit={check}>
            {scripted}
            <ErrorSummary title={t.checkEntries()} issues={issues} />
            {refused && issues.length === 0 && !isBusy && <Notice kind="error" role="alert" title={refused.message} />}
            <Field
              name="name"
              label={t.yourName()}
              autoComplete="name"
              required
              maxLength={200}
              defaultValue={refused?.name}
              hint={t.yourNameHint()}
              error={messageFor('name')}
            />
            <Field
              name="email"
              label={t.email()}
              type="email"
              autoComplete="username"
              required
              maxLength={320}
              defaultValue={refused?.email}
              error={messageFor('email')}
            />
            <NewPasswordField
              name="password"
              label={t.password()}
              hint={t.passwordHint({ min: PASSWORD_MIN })}
              error={messageFor('password')}
              ownWords={(form) => ownWords({ email: textOf(form.get('email')), name: textOf(form.get('name')) })}
              shortest={PASSWORD_MIN}
              wordsFor={weakPasswordMessage}
              onJudged={(message) => {
                weakPassword.current = message
              }}
            />
            <div className={styles.name}>
              <Field
                name="username"
                label={t.username()}
                readOnly
                value={username}
                autoComplete="off"
                hint={t.usernameHint()}
              />
              <Button variant="secondary" onClick={() => setUsername(anonymousUsername(pick))}>
                {t.newName()}
              </Button>
            </div>
            <p className="visually-hidden" role="status">
              {username === loaderData.username ? '' : username}
            </p>
            <p className={styles.notice}>
              {rich(t.registerTerms({ link: (inner) => <a href="/showingbooker/terms">{inner}</a> }))}
            </p>
            <Button type="submit" size="large" wide busy={isBusy}>
              {t.register()}
            </Button>
            {entered && <p role="status">{t.loading()}</p>}
          </Form>
        </Card>
        <p className={box.other}>
          {rich(
            t.haveAccount({
              link: (inner) => <a href={withNext('/login', next)}>{inner}</a>,
            }),
          )}
        </p>
      </div>
    </Page>
  )
}

/**
 * Creates the new account's profile with the username on the form or, if someone took it in the meantime, another one.
 * @returns whether the account has a profile now
 */
async function makeProfile(
  client: ReturnType<typeof apiFor>,
  { cookie, ...body }: { uid: string; email: string; username: string; cookie: string },
): Promise<boolean> {
  for (const username of [body.username, anonymousUsername(pick), undefined]) {
    try {
      await client.POST('/create-user', { body: { ...body, username }, headers: { cookie } })
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status !== 409 && error.status !== 400) return false
    }
  }
  return false
}

type Refused = { name?: string; email?: string; username?: string; message: string; issues: Issue[] }

const noIssues: Issue[] = []
