import { useState } from 'react'
import { ApiError, api } from '../../../platform/api-client.ts'
import { markAccount } from '../../../ui/account-mark.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { User } from '../contract.ts'
import { REASON_MAX, type UserAct } from '../domain.ts'

type Words = { name: string; title: string; told: string; done: string; isGood?: true }

export const ACT_WORDS: Record<UserAct, Words> = {
  grant_admin: {
    name: 'Make admin',
    title: 'Make this account an admin?',
    done: 'is an admin now.',
    isGood: true,
    told: 'An admin sees and changes everything: all homes, all bookings, money and accounts.',
  },
  revoke_admin: {
    name: 'Remove admin',
    title: 'Take away the role of an admin?',
    done: 'is no admin any more.',
    told: 'It becomes an ordinary account at once and keeps its own homes.',
  },
  suspend: {
    name: 'Suspend',
    title: 'Suspend this account?',
    done: 'is suspended.',
    told: 'It is signed out everywhere at once and cannot sign in. Its listed homes leave the public until the suspension is lifted. Showings that are booked stay booked.',
  },
  lift: {
    name: 'Lift suspension',
    title: 'Lift the suspension?',
    done: 'can sign in again.',
    isGood: true,
    told: 'It can sign in again, and the homes that were listed are listed again.',
  },
  sign_out: {
    name: 'Sign out',
    title: 'Sign out everywhere?',
    done: 'is signed out everywhere.',
    told: 'Every session and token ends at once. It can sign in again.',
  },
}

type UserActDialogProps = {
  user: User
  act: UserAct
  ownId: string
  onDone: () => Promise<void>
  onClose: () => void
}

/** Asks before an account is changed, and why. */
export function UserActDialog({ user, act, ownId, onDone, onClose }: UserActDialogProps) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const { name, title, told, done, isGood } = ACT_WORDS[act]
  const mustSayWhy = act === 'suspend'

  async function confirm() {
    setFault(undefined)
    try {
      await send(act, user.id, reason)
    } catch (error) {
      if (error instanceof ApiError) setFault(error.issues.find(({ path }) => path === 'reason')?.message)
      throw error
    }
    if (act === 'sign_out' && user.id === ownId) {
      markAccount(null)
      return window.location.assign('/login')
    }
    showToast({ kind: 'success', text: `${user.email} ${done}` })
    await onDone()
  }

  return (
    <ConfirmDialog
      title={title}
      confirmLabel={name}
      variant={isGood ? 'primary' : 'danger'}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <strong>{user.name}</strong> ({user.email})
      </p>
      <p>{told}</p>
      <Field
        multiline
        name="reason"
        label="Reason"
        hint={
          mustSayWhy
            ? 'It is read at the sign-in by whose account it is, and written down for ever: please name nobody else.'
            : 'It is written down for ever: please name nobody.'
        }
        optional={!mustSayWhy}
        rows={2}
        maxLength={REASON_MAX}
        value={reason}
        error={fault}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <p>That you did it is written down.</p>
    </ConfirmDialog>
  )
}

async function send(act: UserAct, id: string, reason: string): Promise<void> {
  const options = { params: { path: { id } }, body: { reason } }
  if (act === 'grant_admin') await api.POST('/api/showingbooker/admin/users/{id}/grant-admin', options)
  if (act === 'revoke_admin') await api.POST('/api/showingbooker/admin/users/{id}/revoke-admin', options)
  if (act === 'suspend') await api.POST('/api/showingbooker/admin/users/{id}/suspend', options)
  if (act === 'lift') await api.POST('/api/showingbooker/admin/users/{id}/lift', options)
  if (act === 'sign_out') await api.POST('/api/showingbooker/admin/users/{id}/sign-out', options)
}
