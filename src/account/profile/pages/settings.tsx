import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { type Language, language, languageName, offeredLanguages } from '../../../platform/language.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { changesInTurn } from '../../../ui/in-turn.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { rich } from '../../../ui/rich.ts'
import { Select } from '../../../ui/select.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import * as t from '../../text/profile.ts'
import { LoadFault } from '../components/load-fault.tsx'
import { ownProfile } from '../components/own-profile.tsx'
import type { ProfileSettings } from '../contract.ts'

export const loader = (asked: LoaderFunctionArgs) => ownProfile(asked)
export const meta = () => [{ title: t.settingsPageTitle() }, { name: 'robots', content: 'noindex' }]
export const ErrorBoundary = LoadFault

const patch = async (settings: Partial<ProfileSettings>) =>
  bodyOf(await api.PATCH('/user-profile', { body: { settings } })).settings

/** Edits the settings. Each switch saves when it changes. */
export default function SettingsPage() {
  const { profile } = useLoaderData<typeof loader>()
  const [settings, setSettings] = useState<ProfileSettings>(profile.settings)
  const [save] = useState(() => changesInTurn(profile.settings, patch, setSettings))
  const isAlive = useIsAlive()

  async function choose(chosen: Language) {
    // Reload the page in this language, which makes the browser remember it.
    if (await turn({ language: chosen })) location.assign(`?lang=${chosen}`)
  }

  async function turn(change: Partial<ProfileSettings>) {
    try {
      await save(change)
      showToast({ kind: 'success', text: t.settingSaved(), key: 'settings' })
      return true
    } catch (error) {
      showToast({ kind: 'error', text: t.saveFailed({ message: (error as Error).message }), key: 'settings' })
      return false
    }
  }

  return (
    <Page title={t.settings()} intro={t.settingsIntro()}>
      {offeredLanguages().length > 1 && (
        <Card title={t.languageTitle()}>
          <Select
            name="language"
            label={t.languageLabel()}
            hint={t.languageHint()}
            options={offeredLanguages().map((value) => ({ value, label: languageName(value) }))}
            value={settings.language ?? language()}
            disabled={!isAlive}
            onChange={choose}
          />
        </Card>
      )}
      <Card title={t.email()}>
        <Checkbox
          name="marketing_emails"
          checked={settings.marketing_emails}
          disabled={!isAlive}
          onChange={({ currentTarget }) => turn({ marketing_emails: currentTarget.checked })}
          detail={t.marketingHint()}
        >
          {t.marketing()}
        </Checkbox>
      </Card>
      <Card title={t.privacy()}>
        <Checkbox
          name="private_profile"
          checked={settings.private_profile}
          disabled={!isAlive}
          onChange={({ currentTarget }) => turn({ private_profile: currentTarget.checked })}
          detail={t.privateHint()}
        >
          {t.keepPrivate()}
        </Checkbox>
      </Card>
      <Card title={t.yourData()}>
        <p>{rich(t.downloadData({ link: (inner) => <a href="/account/data">{inner}</a> }))}</p>
      </Card>
      <Card title={t.essential()}>
        <Notice kind="info">
          <p>{rich(t.essentialText({ link: (inner) => <a href="/account/delete">{inner}</a> }))}</p>
        </Notice>
      </Card>
      <Card title={t.deleteAccount()}>
        <p>{t.deleteAccountText()}</p>
        <p>
          <ButtonLink href="/account/delete" variant="secondary">
            {t.deleteMyAccount()}
          </ButtonLink>
        </p>
      </Card>
    </Page>
  )
}
