import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { LANGUAGE_NAMES, type Language, language, offeredLanguages } from '../../../platform/language.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { Select } from '../../../ui/select.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import * as t from '../../text/profile.ts'
import { LoadFault } from '../components/load-fault.tsx'
import { ownProfile } from '../components/own-profile.tsx'
import type { ProfileSettings } from '../contract.ts'

export const loader = (asked: LoaderFunctionArgs) => ownProfile(asked)
export const headers = () => ({ 'Cache-Control': 'private, no-store' })
export const meta = () => [{ title: 'Settings · ShowingBooker' }, { name: 'robots', content: 'noindex' }]
export const ErrorBoundary = LoadFault

/** Each switch is saved as it is turned. */
export default function SettingsPage() {
  const { profile } = useLoaderData<typeof loader>()
  const [settings, setSettings] = useState<ProfileSettings>(profile.settings)
  const isAlive = useIsAlive()

  async function choose(chosen: Language) {
    // The page that follows is in it, and the browser remembers it.
    if (await turn({ language: chosen })) location.assign(`?lang=${chosen}`)
  }

  async function turn(change: Partial<ProfileSettings>) {
    const before = settings
    setSettings({ ...before, ...change })
    try {
      setSettings(bodyOf(await api.PATCH('/user-profile', { body: { settings: change } })).settings)
      showToast({ kind: 'success', text: 'Saved', key: 'settings' })
      return true
    } catch (error) {
      setSettings(before)
      showToast({ kind: 'error', text: `Failed to update user info: ${(error as Error).message}`, key: 'settings' })
      return false
    }
  }

  return (
    <Page title="Settings" intro="They are saved with your account and hold on every device.">
      {offeredLanguages().length > 1 && (
        <Card title={t.languageTitle()}>
          <Select
            name="language"
            label={t.languageLabel()}
            hint={t.languageHint()}
            options={offeredLanguages().map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            value={settings.language ?? language()}
            disabled={!isAlive}
            onChange={choose}
          />
        </Card>
      )}
      <Card title="Email">
        <Checkbox
          name="marketing_emails"
          checked={settings.marketing_emails}
          disabled={!isAlive}
          onChange={({ currentTarget }) => turn({ marketing_emails: currentTarget.checked })}
          detail="News and offers. Each of them has a link that ends them with one click."
        >
          Send me marketing emails
        </Checkbox>
      </Card>
      <Card title="Privacy">
        <Checkbox
          name="private_profile"
          checked={settings.private_profile}
          disabled={!isAlive}
          onChange={({ currentTarget }) => turn({ private_profile: currentTarget.checked })}
          detail="Your username, picture and bio are shown to nobody but you. The contact on your homes is not meant."
        >
          Keep my profile private
        </Checkbox>
      </Card>
      <Card title="Your data">
        <p>
          <a href="/account/data">Download everything that we keep of your account</a>, in one file.
        </p>
      </Card>
      <Card title="Essential notices">
        <Notice kind="info">
          <p>
            Essential SMS and email notices about your properties and showings cannot be disabled. To opt out, reply
            STOP to an SMS or use unsubscribe in emails; otherwise <a href="/account/delete">delete your account</a>.
          </p>
        </Notice>
      </Card>
      <Card title="Delete your account">
        <p>For good, with everything that no record has to keep. You see what goes and what stays before you decide.</p>
        <p>
          <ButtonLink href="/account/delete" variant="secondary">
            Delete my account
          </ButtonLink>
        </p>
      </Card>
    </Page>
  )
}
