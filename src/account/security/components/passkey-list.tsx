import { useState } from 'react'
import { ApiError, api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { focusOn } from '../../../ui/focus-on.ts'
import { Notice } from '../../../ui/notice.tsx'
import { rich } from '../../../ui/rich.ts'
import { useFocusBack } from '../../../ui/use-focus-back.tsx'
import { useFocusOnNext } from '../../../ui/use-focus-on-next.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import type { Passkey } from '../../passkey/contract.ts'
import * as t from '../../text/security.ts'
import styles from './passkey-list.module.css'
import { PasskeyRow } from './passkey-row.tsx'
import { PasswordForm } from './password-form.tsx'

/** Where passkeys work, and whether this page was opened there. */
type Place = { origin: string | null; isHere: boolean; publicUrl: string }
type PasskeyListProps = { passkeys: Passkey[]; place: Place; isConfirmed: boolean }

const isPasswordNeeded = (error: unknown) => error instanceof ApiError && error.code === 'password_needed'

/** Lists an account's passkeys, and lets people add one from this device, rename, and remove them. */
export function PasskeyList({ passkeys, place, isConfirmed }: PasskeyListProps) {
  const [removing, setRemoving] = useState<Passkey>()
  /** The passkey whose removal waits for the password, because the sign-in is not recent, or `new` to add one. */
  const [needsPassword, setNeedsPassword] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const reload = useReloadAfterAct()
  const isAlive = useIsAlive()
  const list = useFocusOnNext<HTMLUListElement>(':scope > li', () => focusOn('#passkeys h2'))
  const addButton = useFocusBack(needsPassword === 'new')
  const hindrance = hindranceOf(place, isConfirmed, isAlive && !window.PublicKeyCredential)

  async function done() {
    setNeedsPassword(undefined)
    setFault(undefined)
    await reload()
  }

  async function addWith(password?: string) {
    const { addPasskey } = await import('../../../platform/passkey.ts')
    await addPasskey(password)
    await done()
  }

  async function add() {
    setIsBusy(true)
    setFault(undefined)
    try {
      await addWith()
    } catch (error) {
      if (isPasswordNeeded(error)) setNeedsPassword('new')
      else setFault((error as Error).message)
    } finally {
      setIsBusy(false)
    }
  }

  async function remove(passkey: Passkey, password = '') {
    await api.POST('/api/auth/passkey/delete-passkey', { body: { id: passkey.id, password } })
    await done()
  }

  async function removeOrAsk(passkey: Passkey) {
    try {
      await remove(passkey)
    } catch (error) {
      if (!isPasswordNeeded(error)) throw error
      setNeedsPassword(passkey.id)
    }
  }

  return (
    <div className={styles.passkeys}>
      {passkeys.length > 0 && (
        <ul {...list} className={styles.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              isPasswordNeeded={needsPassword === passkey.id}
              onRemove={() => setRemoving(passkey)}
              onPassword={(password) => remove(passkey, password)}
              onCancel={() => setNeedsPassword(undefined)}
            />
          ))}
        </ul>
      )}
      {needsPassword === 'new' ? (
        <>
          <p role="status">{t.passwordAgain()}</p>
          <PasswordForm
            name="passkey-password"
            label={t.addPasskey()}
            onSubmit={addWith}
            onCancel={() => setNeedsPassword(undefined)}
          />
        </>
      ) : (
        (hindrance ?? (
          <p>
            <Button ref={addButton} busy={isBusy} disabled={!isAlive} onClick={add}>
              {t.addPasskey()}
            </Button>
          </p>
        ))
      )}
      {fault && <Notice kind="error" role="alert" title={fault} />}
      {removing && (
        <ConfirmDialog
          title={t.removeQuestion({ name: removing.name })}
          confirmLabel={t.remove()}
          onConfirm={() => removeOrAsk(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>{t.removeDetail()}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Explains why no passkey can be added now, or returns null if one can. */
function hindranceOf({ origin, isHere, publicUrl }: Place, isConfirmed: boolean, isUnable: boolean) {
  if (!origin) return <p>{t.passkeyNeedsHttps({ url: publicUrl })}</p>
  const there = `${origin}/account/security`
  if (!isHere) return <p>{rich(t.passkeyElsewhere({ there, link: (inner) => <a href={there}>{inner}</a> }))}</p>
  if (isUnable) return <p>{t.noPasskeys()}</p>
  if (!isConfirmed)
    return (
      <Notice kind="info">
        <p>{rich(t.confirmFirst({ link: (inner) => <a href="/account/profile">{inner}</a> }))}</p>
      </Notice>
    )
  return null
}
