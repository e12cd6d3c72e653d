import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError, api } from '../../../platform/api-client.ts'
import { streetLine } from '../../../platform/postal-address.ts'
import { isSignedOut } from '../../../platform/signed-out.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import * as kit from '../../../ui/text/kit.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/property.ts'
import type { Property } from '../contract.ts'
import styles from './delete-property.module.css'

type DeletePropertyProps = { property: Property; search: string; onDeleted: () => void }

type Step = 'idle' | 'revealed' | 'asking'

/** Asks before it deletes, so that one wrong click deletes nothing (booking.md section 4). */
export function DeleteProperty({ property, search, onDeleted }: DeletePropertyProps) {
  const [step, setStep] = useState<Step>('idle')
  const [wasRevealed, setWasRevealed] = useState(false)
  function reveal() {
    setWasRevealed(true)
    setStep('revealed')
  }
  if (step === 'idle') {
    return (
      <div key="idle" className={styles.idle}>
        <Button variant="quiet" onClick={reveal} autoFocus={wasRevealed}>
          <Icon name="trash" />
          {rich(
            t.deleteProperty({
              address: streetLine(property),
              span: hidden,
            }),
          )}
        </Button>
      </div>
    )
  }
  return (
    <div key="confirm" className={styles.confirm}>
      <Button variant="danger" onClick={() => setStep('asking')}>
        {t.confirmDelete()}
      </Button>
      <Button variant="secondary" onClick={() => setStep('idle')} autoFocus>
        {kit.cancel()}
      </Button>
      {step === 'asking' && (
        <Question property={property} search={search} onDeleted={onDeleted} onClose={() => setStep('idle')} />
      )}
    </div>
  )
}

function Question({ property, search, onDeleted, onClose }: DeletePropertyProps & { onClose: () => void }) {
  const [isKept, setIsKept] = useState(false)
  const reload = useReloadAfterAct()
  async function remove() {
    setIsKept(false)
    try {
      await api.DELETE('/api/showingbooker/properties/{id}', { params: { path: { id: property.id } } })
    } catch (error) {
      const code = error instanceof ApiError ? error.code : ''
      setIsKept(code === 'upcoming_showings')
      // If it is already gone, there is nothing to delete.
      if (code !== 'not_found') throw new Error(messageOf(error))
    }
    showToast({ kind: 'success', text: t.propertyDeleted() })
    onDeleted()
    void reload()
  }
  return (
    <ConfirmDialog
      title={t.deleteTitle({ address: streetLine(property) })}
      confirmLabel={t.deleteButton()}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t.deleteQuestion()}</p>
      <p>{t.deleteKeepsLog()}</p>
      {isKept && (
        <p>
          <Link to={`/properties/${property.id}/bookings${search}`}>{t.seeBookings()}</Link>
        </p>
      )}
    </ConfirmDialog>
  )
}

function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t.deleteFailed({ message: (error as Error).message })
  if (isSignedOut(error)) return t.signInToDelete()
  return error.code === 'upcoming_showings' ? error.message : t.deleteFailed({ message: error.message })
}
