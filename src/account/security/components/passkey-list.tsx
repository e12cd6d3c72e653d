import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, api } from '../../../platform/api-client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import type { Passkey } from '../../passkey/contract.ts'
import styles from './passkey-list.module.css'
import { PasskeyNameForm } from './passkey-name-form.tsx'
import { PasswordForm } from './password-form.tsx'

/** Where passkeys work, and whether the page was opened there. */
type Place = { origin: string | null; isHere: boolean; publicUrl: string }
type PasskeyListProps = { passkeys: Passkey[]; place: Place; isConfirmed: boolean }

const dayOf = (at: string) => at.slice(0, 10)
const isPasswordNeeded = (error: unknown) => error instanceof ApiError && error.code === 'password_needed'

/** The passkeys of an account: added with the device at hand, named, and removed. */
export function PasskeyList({ passkeys, place, isConfirmed }: PasskeyListProps) {
  const [renaming, setRenaming] = useState<Passkey>()
  const [removing, setRemoving] = useState<Passkey>()
  /** What waits for the password, because the sign-in was a while ago. */
  const [waiting, setWaiting] = useState<Passkey | 'new'>()
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const isAlive = useIsAlive()
  const hindrance = hindranceOf(place, isConfirmed, isAlive && !window.PublicKeyCredential)

  async function done() {
    setWaiting(undefined)
    setFault(undefined)
    await revalidate()
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
                      {passkey.isSynced && <Badge>On all your devices</Badge>}
                    </p>
                    <p className={styles.facts}>
                      Added {dayOf(passkey.createdAt)} ·{' '}
                      {passkey.lastUsedAt ? `Last used ${dayOf(passkey.lastUsedAt)}` : 'Not used yet'}
                    </p>
                  </div>
                  <p className={styles.actions}>
                    <Button variant="secondary" disabled={!isAlive} onClick={() => setRenaming(passkey)}>
                      Rename<span className="visually-hidden"> {passkey.name}</span>
                    </Button>
                    <Button variant="secondary" disabled={!isAlive} onClick={() => setRemoving(passkey)}>
                      Remove<span className="visually-hidden"> {passkey.name}</span>
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
          <p role="status">You signed in a while ago. Please enter your password once more.</p>
          <PasswordForm
            key={waiting === 'new' ? 'new' : waiting.id}
            name="passkey-password"
            label={waiting === 'new' ? 'Add a passkey' : `Remove ${waiting.name}`}
            variant={waiting === 'new' ? 'primary' : 'danger'}
            onSubmit={(password) => (waiting === 'new' ? addWith(password) : remove(waiting, password))}
            onCancel={() => setWaiting(undefined)}
          />
        </>
      ) : (
        (hindrance ?? (
          <p>
            <Button busy={isBusy} disabled={!isAlive} onClick={add}>
              Add a passkey
            </Button>
          </p>
        ))
      )}
      {fault && <Notice kind="error" role="alert" title={fault} />}
      {removing && (
        <ConfirmDialog
          title={`Remove ${removing.name}?`}
          confirmLabel="Remove"
          onConfirm={() => removeOrAsk(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            It opens your account no more. Your password still does. Your device may go on listing it: delete it there
            too.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Why none can be added now, in plain words; null: nothing is against it. */
function hindranceOf({ origin, isHere, publicUrl }: Place, isConfirmed: boolean, isUnable: boolean) {
  if (!origin)
    return (
      <p>
        Not available here. A passkey belongs to a name, such as showings.example.com, over a safe connection (https).
        This server is reached at {publicUrl}.
      </p>
    )
  const there = `${origin}/account/security`
  if (!isHere)
    return (
      <p>
        Not available at this address. A passkey belongs to one name, and you came by another. Open{' '}
        <a href={there}>{there}</a> to add one.
      </p>
    )
  if (isUnable) return <p>This browser cannot use passkeys.</p>
  if (!isConfirmed)
    return (
      <Notice kind="info">
        <p>
          Please confirm your email address first, on your <a href="/account/profile">profile page</a>.
        </p>
      </Notice>
    )
  return null
}
