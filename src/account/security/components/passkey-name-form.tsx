import { type SubmitEvent, useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { spoken } from '../../../ui/spoken.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import type { Passkey } from '../../passkey/contract.ts'
import * as t from '../../text/security.ts'

/** Renames a passkey. */
export function PasskeyNameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const reload = useReloadAfterAct()
  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsBusy(true)
    setFault(undefined)
    try {
      const name = String(new FormData(event.currentTarget).get('passkey-name'))
      await api.POST('/api/auth/passkey/update-passkey', { body: { id: passkey.id, name } })
      await reload()
      onDone()
    } catch (error) {
      setFault((error as Error).message)
      setIsBusy(false)
    }
  }
  return (
    <form method="post" noValidate onSubmit={save}>
      <Field
        name="passkey-name"
        label={t.passkeyName()}
        defaultValue={passkey.name}
        maxLength={60}
        autoComplete="off"
        autoFocus
        required
        error={spoken(fault)}
      />
      <p>
        <Button type="submit" busy={isBusy}>
          {t.save()}
        </Button>{' '}
        <Button variant="secondary" onClick={onDone}>
          {t.cancel()}
        </Button>
      </p>
    </form>
  )
}
