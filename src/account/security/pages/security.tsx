import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { accountApiFor, bodyOf, serverContext } from '../../../platform/api-client.ts'
import { isPasskeyPage, passkeyOrigin } from '../../../platform/passkey-origin.ts'
import { Card } from '../../../ui/card.tsx'
import { Page } from '../../../ui/page.tsx'
import { EmailChange } from '../../email-change/components/email-change.tsx'
import * as t from '../../text/security.ts'
import { PasskeyList } from '../components/passkey-list.tsx'
import { SecondStep } from '../components/second-step.tsx'
import { SessionList } from '../components/session-list.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = accountApiFor(context)
  const { publicUrl = '' } = context.get(serverContext)
  const [factor, open, session, kept, email] = await Promise.all([
    api.GET('/api/auth/two-factor'),
    api.GET('/api/auth/list-sessions'),
    api.GET('/api/auth/get-session'),
    api.GET('/api/auth/passkey/list-user-passkeys'),
    api.GET('/api/auth/email-change'),
  ])
  return {
    factor: bodyOf(factor),
    email: session.data?.user.email ?? '',
    change: bodyOf(email).change,
    isConfirmed: session.data?.user.emailVerified ?? false,
    sessions: bodyOf(open).sessions,
    passkeys: bodyOf(kept).passkeys,
    place: { origin: passkeyOrigin(publicUrl), isHere: isPasskeyPage(request.url, publicUrl), publicUrl },
  }
}

export const meta = () => [{ title: t.pageTitle() }, { name: 'robots', content: 'noindex' }]

/** Shows how a person signs in and where they are signed in. */
export default function SecurityPage() {
  const { email, change, factor, isConfirmed, sessions, passkeys, place } = useLoaderData<typeof loader>()
  return (
    <Page title={t.security()} intro={t.securityIntro()}>
      <Card id="email" title={t.email()}>
        <EmailChange email={email} change={change} />
      </Card>
      <Card title={t.secondStep()}>
        <SecondStep isOn={factor.enabled} codesLeft={factor.backupCodesLeft} isConfirmed={isConfirmed} />
      </Card>
      <Card id="passkeys" title={t.passkeys()} intro={t.passkeysIntro()}>
        <PasskeyList passkeys={passkeys} place={place} isConfirmed={isConfirmed} />
      </Card>
      <Card title={t.password()} intro={t.passwordIntro()}>
        <p>
          <a href="/forgot-password">{t.chooseNew()}</a>
        </p>
      </Card>
      <Card id="sessions" title={t.whereSignedIn()}>
        <SessionList sessions={sessions} />
      </Card>
    </Page>
  )
}
