import type { SubmitEvent } from 'react'
import { api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { spoken } from '../../../ui/spoken.tsx'
import * as kit from '../../../ui/text/kit.ts'
import { useAct } from '../../../ui/use-act.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import type { Passkey } from '../../passkey/contract.ts'
import * as t from '../../text/security.ts'

/** Renames a passkey. */
export function PasskeyNameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const { act, isBusy, fault } = useAct()
  const reload = useReloadAfterAct()
  async function save(form: FormData) {
    const name = String(form.get('passkey-name'))
    await api.POST('/api/auth/passkey/update-passkey', { body: { id: passkey.id, name } })
    await reload()
    onDone()
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void act(() => save(form))
  }
  return (
    <form method="post" noValidate onSubmit={submit}>
      <Field
        name="passkey-name"
        label={t.passkeyName()}
        defaultValue={passkey.name}
        maxLength={60}
        autoComplete="off"
        autoFocus
        required
        error={spoken(fault?.message)}
      />
      <p>
        <Button type="submit" busy={isBusy}>
          {t.save()}
        </Button>{' '}
        <Button variant="secondary" onClick={onDone}>
          {kit.cancel()}
        </Button>
      </p>
    </form>
  )
}
