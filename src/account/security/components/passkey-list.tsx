import { useState } from 'react'
import { ApiError, api } from '../../../platform/api-client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import type { Passkey } from '../../passkey/contract.ts'
import * as t from '../../text/security.ts'
import styles from './passkey-list.module.css'
import { PasskeyNameForm } from './passkey-name-form.tsx'
import { PasswordForm } from './password-form.tsx'

/** Where passkeys work, and whether this page was opened there. */
type Place = { origin: string | null; isHere: boolean; publicUrl: string }
type PasskeyListProps = { passkeys: Passkey[]; place: Place; isConfirmed: boolean }

const dayOf = (at: string) => at.slice(0, 10)
const isPasswordNeeded = (error: unknown) => error instanceof ApiError && error.code === 'password_needed'

/** Lists an account's passkeys, and lets people add one from this device, rename, and remove them. */
export function PasskeyList({ passkeys, place, isConfirmed }: PasskeyListProps) {
  const [renaming, setRenaming] = useState<Passkey>()
  const [removing, setRemoving] = useState<Passkey>()
  /** The action that waits for the password, because the sign-in is not recent. */
  const [waiting, setWaiting] = useState<Passkey | 'new'>()
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const reload = useReloadAfterAct()
  const isAlive = useIsAlive()
  const hindrance = hindranceOf(place, isConfirmed, isAlive && !window.PublicKeyCredential)

  async function done() {
    setWaiting(undefined)
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
      if (isPasswordNeeded(error)) setWaiting('new')
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
      setWaiting(passkey)
    }
  }

  return (
    <div className={styles.passkeys}>
      {passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              {renaming?.id === passkey.id ? (
                <PasskeyNameForm passkey={passkey} onDone={() => setRenaming(undefined)} />
              ) : (
                <>
                  <div>
                    <p className={styles.name}>
                      {passkey.name}
                      {passkey.isSynced && <Badge>{t.onAllDevices()}</Badge>}
                    </p>
                    <p className={styles.facts}>
                      {passkey.lastUsedAt
                        ? t.passkeyUsed({ added: dayOf(passkey.createdAt), used: dayOf(passkey.lastUsedAt) })
                        : t.passkeyUnused({ added: dayOf(passkey.createdAt) })}
                    </p>
                  </div>
                  <p className={styles.actions}>
                    <Button variant="secondary" disabled={!isAlive} onClick={() => setRenaming(passkey)}>
                      {rich(
                        t.renamePasskey({
                          name: passkey.name,
                          span: hidden,
                        }),
                      )}
                    </Button>
                    <Button variant="secondary" disabled={!isAlive} onClick={() => setRemoving(passkey)}>
                      {rich(
                        t.removePasskey({
                          name: passkey.name,
                          span: hidden,
                        }),
                      )}
                    </Button>
                  </p>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {waiting ? (
        <>
          <p role="status">{t.passwordAgain()}</p>
          <PasswordForm
            key={waiting === 'new' ? 'new' : waiting.id}
            name="passkey-password"
            label={waiting === 'new' ? t.addPasskey() : t.removeNamed({ name: waiting.name })}
            variant={waiting === 'new' ? 'primary' : 'danger'}
            onSubmit={(password) => (waiting === 'new' ? addWith(password) : remove(waiting, password))}
            onCancel={() => setWaiting(undefined)}
          />
        </>
      ) : (
        (hindrance ?? (
          <p>
            <Button busy={isBusy} disabled={!isAlive} onClick={add}>
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
