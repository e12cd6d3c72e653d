import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { ApiError, api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { Property } from '../contract.ts'
import styles from './delete-property.module.css'

type DeletePropertyProps = { property: Property; search: string; onDeleted: () => void }

type Step = 'idle' | 'revealed' | 'asking'

/** Two steps and a question: one slip of the finger deletes nothing (booking.md section 4). */
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
          Delete<span className="visually-hidden"> {property.address_line1}</span>
        </Button>
      </div>
    )
  }
  return (
    <div key="confirm" className={styles.confirm}>
      <Button variant="danger" onClick={() => setStep('asking')}>
        Confirm delete
      </Button>
      <Button variant="secondary" onClick={() => setStep('idle')} autoFocus>
        Cancel
      </Button>
      {step === 'asking' && (
        <Question property={property} search={search} onDeleted={onDeleted} onClose={() => setStep('idle')} />
      )}
    </div>
  )
}

function Question({ property, search, onDeleted, onClose }: DeletePropertyProps & { onClose: () => void }) {
  const [isKept, setIsKept] = useState(false)
  const { revalidate } = useRevalidator()
  async function remove() {
    setIsKept(false)
    try {
      await api.DELETE('/api/showingbooker/properties/{id}', { params: { path: { id: property.id } } })
    } catch (error) {
      const code = error instanceof ApiError ? error.code : ''
      setIsKept(code === 'upcoming_showings')
      // What is gone already need not be deleted.
      if (code !== 'not_found') throw new Error(messageOf(error))
    }
    showToast({ kind: 'success', text: 'Property deleted successfully!' })
    onDeleted()
    void revalidate()
  }
  return (
    <ConfirmDialog
      title={`Delete ${property.address_line1}`}
      confirmLabel="Delete"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>Are you sure you want to delete this property? This action cannot be undone.</p>
      {isKept && (
        <p>
          <Link to={`/properties/${property.id}/bookings${search}`}>See its bookings</Link>
        </p>
      )}
    </ConfirmDialog>
  )
}

function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return `Failed to delete property: ${(error as Error).message}`
  if (error.status === 401) return 'Please log in to delete properties'
  return error.code === 'upcoming_showings' ? error.message : `Failed to delete property: ${error.message}`
}
