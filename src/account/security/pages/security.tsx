import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { accountApiFor, bodyOf, serverContext } from '../../../platform/api-client.ts'
import { isPasskeyPage, passkeyOrigin } from '../../../platform/passkey-origin.ts'
import { Card } from '../../../ui/card.tsx'
import { Page } from '../../../ui/page.tsx'
import { PasskeyList } from '../components/passkey-list.tsx'
import { SecondStep } from '../components/second-step.tsx'
import { SessionList } from '../components/session-list.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = accountApiFor(context)
  const { publicUrl = '' } = context.get(serverContext)
  const [factor, open, session, kept] = await Promise.all([
    api.GET('/api/auth/two-factor'),
    api.GET('/api/auth/list-sessions'),
    api.GET('/api/auth/get-session'),
    api.GET('/api/auth/passkey/list-user-passkeys'),
  ])
  return {
    isOn: bodyOf(factor).enabled,
    isConfirmed: session.data?.user.emailVerified ?? false,
    sessions: bodyOf(open).sessions,
    passkeys: bodyOf(kept).passkeys,
    place: { origin: passkeyOrigin(publicUrl), isHere: isPasskeyPage(request.url, publicUrl), publicUrl },
  }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store' })
export const meta = () => [{ title: 'Security · ShowingBooker' }, { name: 'robots', content: 'noindex' }]

/** How one signs in, and where one is signed in. */
export default function SecurityPage() {
  const { isOn, isConfirmed, sessions, passkeys, place } = useLoaderData<typeof loader>()
  return (
    <Page title="Security" intro="How you sign in, and where you are signed in.">
      <Card title="Second step">
        <SecondStep isOn={isOn} isConfirmed={isConfirmed} />
      </Card>
      <Card
        title="Passkeys"
        intro="Sign in with your fingerprint, your face or your device's PIN in the place of password and code."
      >
        <PasskeyList passkeys={passkeys} place={place} isConfirmed={isConfirmed} />
      </Card>
      <Card title="Password" intro="We mail you a link to choose a new one. Every device is signed out then.">
        <p>
          <a href="/forgot-password">Choose a new password</a>
        </p>
      </Card>
      <Card title="Where you are signed in">
        <SessionList sessions={sessions} />
      </Card>
    </Page>
  )
}
