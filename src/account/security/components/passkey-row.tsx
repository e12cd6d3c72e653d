import { useState } from 'react'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import { useFocusBack } from '../../../ui/use-focus-back.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import type { Passkey } from '../../passkey/contract.ts'
import * as t from '../../text/security.ts'
import styles from './passkey-list.module.css'
import { PasskeyNameForm } from './passkey-name-form.tsx'
import { PasswordForm } from './password-form.tsx'

type PasskeyRowProps = {
  passkey: Passkey
  /** Whether the person must type their password to remove it. */
  isPasswordNeeded: boolean
  onRemove: () => void
  onPassword: (password: string) => Promise<void>
  onCancel: () => void
}

const day = (at: string) => () => <AccountTime at={at} precision="day" />

/** Shows a passkey. People rename it, or type their password to remove it, in the same row. */
export function PasskeyRow({ passkey, isPasswordNeeded, onRemove, onPassword, onCancel }: PasskeyRowProps) {
  const { name, isSynced, createdAt, lastUsedAt } = passkey
  const [isRenaming, setIsRenaming] = useState(false)
  const isAlive = useIsAlive()
  const renameButton = useFocusBack(isRenaming)
  const removeButton = useFocusBack(isPasswordNeeded)
  if (isRenaming)
    return (
      <li>
        <PasskeyNameForm passkey={passkey} onDone={() => setIsRenaming(false)} />
      </li>
    )
  if (isPasswordNeeded)
    return (
      <li>
        <p role="status">{t.passwordAgain()}</p>
        <PasswordForm
          name="passkey-password"
          label={t.removeNamed({ name })}
          variant="danger"
          onSubmit={onPassword}
          onCancel={onCancel}
        />
      </li>
    )
  return (
    <li>
      <div>
        <p className={styles.name}>
          {name}
          {isSynced && <Badge>{t.onAllDevices()}</Badge>}
        </p>
        <p className={styles.facts}>
          {rich(
            lastUsedAt
              ? t.passkeyUsed({ added: day(createdAt), used: day(lastUsedAt) })
              : t.passkeyUnused({ added: day(createdAt) }),
          )}
        </p>
      </div>
      <p className={styles.actions}>
        <Button ref={renameButton} variant="secondary" disabled={!isAlive} onClick={() => setIsRenaming(true)}>
          {rich(t.renamePasskey({ name, span: hidden }))}
        </Button>
        <Button ref={removeButton} variant="secondary" disabled={!isAlive} onClick={onRemove}>
          {rich(t.removePasskey({ name, span: hidden }))}
        </Button>
      </p>
    </li>
  )
}
