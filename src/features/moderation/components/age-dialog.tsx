import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

/**
 * Asks once, with the account, whether a person is of age. Show it when `GET /studio/age` answers `confirmedAt: null` and
 * somebody wants to generate, or when generating answers 403 with the code `age_confirmation_required`:
 *
 *   {asksForAge && <AgeDialog onConfirmed={generate} onClose={() => setAsksForAge(false)} />}
 *
 * `onConfirmed` runs when it is stored; then generate again. `onClose` runs at the end in any case.
 */
export function AgeDialog({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const [isAdult, setIsAdult] = useState(false)
  const [fault, setFault] = useState<string>()

  async function confirm() {
    if (!isAdult) {
      setFault('Please tick this to use the studio')
      throw new Error('The studio is for adults of 18 or older.')
    }
    await api.POST('/studio/age', { body: { isAdult: true } })
    onConfirmed()
  }

  return (
    <ConfirmDialog
      title="Are you 18 or older?"
      confirmLabel="Continue"
      variant="primary"
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>The image studio is for adults. We ask this once and keep the time of your answer with your account.</p>
      <Checkbox
        name="age-is-adult"
        checked={isAdult}
        error={fault}
        onChange={(event) => {
          setIsAdult(event.currentTarget.checked)
          setFault(undefined)
        }}
      >
        I am 18 or older
      </Checkbox>
    </ConfirmDialog>
  )
}
