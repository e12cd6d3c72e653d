import { useState } from 'react'
import { ApiError, api } from '../../../platform/api-client.ts'
import { markSignedOut } from '../../../ui/account-mark.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useUnsentText } from '../../../ui/use-unsent-text.tsx'
import * as t from '../../text/user.ts'
import type { User } from '../contract.ts'
import { REASON_MAX, type UserAct } from '../domain.ts'

type Words = {
  name: () => string
  title: () => string
  explanation: () => string
  done: (of: { email: string }) => string
  isGood?: true
}

export const ACT_WORDS: Record<UserAct, Words> = {
  grant_admin: {
    name: t.grant,
    title: t.grantTitle,
    done: t.doneGrant,
    isGood: true,
    explanation: t.grantText,
  },
  revoke_admin: {
    name: t.revoke,
    title: t.revokeTitle,
    done: t.doneRevoke,
    explanation: t.revokeText,
  },
  suspend: {
    name: t.suspend,
    title: t.suspendTitle,
    done: t.doneSuspend,
    explanation: t.suspendText,
  },
  lift: {
    name: t.lift,
    title: t.liftTitle,
    done: t.doneLift,
    isGood: true,
    explanation: t.liftText,
  },
  sign_out: {
    name: t.signOut,
    title: t.signOutTitle,
    done: t.doneSignOut,
    explanation: t.signOutText,
  },
}

type UserActDialogProps = {
  user: User
  act: UserAct
  ownId: string
  onDone: () => Promise<void>
  onClose: () => void
}

/** Asks for confirmation and a reason before an account changes. */
export function UserActDialog({ user, act, ownId, onDone, onClose }: UserActDialogProps) {
  const reason = useUnsentText(`${act}:${user.id}`)
  const [fault, setFault] = useState<string>()
  const [isOver, setIsOver] = useState(false)
  const { name, title, explanation, done, isGood } = ACT_WORDS[act]
  const mustSayWhy = act === 'suspend'

  async function confirm() {
    setFault(undefined)
    try {
      await send(act, user.id, reason.text)
    } catch (error) {
      if (error instanceof ApiError) {
        setFault(error.issues.find(({ path }) => path === 'reason')?.message)
        // Another admin was faster, so reload the list, which shows the current account.
        if ([404, 409].includes(error.status)) {
          setIsOver(true)
          await onDone()
        }
      }
      throw error
    }
    if (act === 'sign_out' && user.id === ownId) {
      markSignedOut()
      return window.location.assign('/login')
    }
    showToast({ kind: 'success', text: done({ email: user.email }) })
    await onDone()
  }

  return (
    <ConfirmDialog
      title={title()}
      confirmLabel={name()}
      variant={isGood ? 'primary' : 'danger'}
      isOver={isOver}
      onConfirm={confirm}
      onClose={() => {
        reason.drop()
        onClose()
      }}
    >
      <p>
        <strong>{user.name}</strong> ({user.email})
      </p>
      <p>{explanation()}</p>
      <Field
        multiline
        name="reason"
        label={t.reason()}
        hint={mustSayWhy ? t.reasonShown() : t.reasonKept()}
        optional={!mustSayWhy}
        rows={2}
        maxLength={REASON_MAX}
        value={reason.text}
        error={fault}
        onChange={(event) => reason.enter(event.currentTarget.value)}
      />
      <p>{t.actRecorded()}</p>
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
