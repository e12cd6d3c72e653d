import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { DemoData } from '../../demo/contract.ts'
import styles from './demo-banner.module.css'

/** Says that demo data is shown and where, or offers it to an agent who has nothing else to look at (booking.md section 4). */
export function DemoBanner({ demo }: { demo: DemoData }) {
  if (demo.propertyId) return <RemoveDemo />
  return demo.hasOtherProperties ? null : <CreateDemo />
}

function CreateDemo() {
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  async function create() {
    setIsBusy(true)
    try {
      await api.POST('/api/showingbooker/demo-data')
      await revalidate()
      showToast({ kind: 'success', key: 'demo', text: 'Your demo property is ready, with five showings.' })
    } catch (error) {
      showToast({ kind: 'error', key: 'demo', text: `Failed to create demo property: ${(error as Error).message}` })
      setIsBusy(false)
    }
  }
  return (
    <Banner
      title="New here?"
      text="Try it with a sample apartment and five showings. Not counted in your stats. Remove it any time."
    >
      <Button variant="secondary" busy={isBusy} onClick={create}>
        Create Demo Property
      </Button>
    </Banner>
  )
}

function RemoveDemo() {
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  async function remove() {
    try {
      await api.DELETE('/api/showingbooker/demo-data')
      await revalidate()
    } catch (error) {
      showToast({ kind: 'error', key: 'demo', text: `Failed to delete demo data: ${(error as Error).message}` })
    }
  }
  return (
    <Banner
      title="Demo data is shown."
      text={
        <>
          Look at <a href="/properties">the sample apartment</a>, <a href="/upcoming">3 upcoming showings</a> and{' '}
          <a href="/completed">2 completed ones</a>. Not counted in your stats.
        </>
      }
    >
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        Remove Demo Data
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Remove Demo Data"
          confirmLabel="Remove Demo Data"
          onConfirm={remove}
          onClose={() => setIsAsking(false)}
        >
          <p>Are you sure you want to delete all demo data? This will remove the demo property and all its bookings.</p>
        </ConfirmDialog>
      )}
    </Banner>
  )
}

function Banner({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.banner} aria-label="Demo data">
      <Icon name="info" />
      <p className={styles.text}>
        <strong>{title}</strong> {text}
      </p>
      <div className={styles.action}>{children}</div>
    </section>
  )
}
