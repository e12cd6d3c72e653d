import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from './feed-box.module.css'

/** The private address that a calendar program keeps reading. */
export function FeedBox({ url }: { url: string }) {
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  async function rotate() {
    await api.POST('/api/showingbooker/calendar-feed/rotate')
    await revalidate()
    showToast({ kind: 'success', text: 'Your calendar has a new address. The old one has stopped.' })
  }
  return (
    <Card
      title="Subscribe to your calendar"
      intro="A calendar app that subscribes to this address keeps up with your showings automatically."
    >
      <div className={styles.address}>
        <label htmlFor="feed-url">Private address</label>
        <input
          id="feed-url"
          readOnly
          value={url}
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <div className={styles.actions}>
        <CopyButton text={url} done="Address copied">
          Copy address
        </CopyButton>
        <Button variant="quiet" onClick={() => setIsAsking(true)}>
          Make a new address
        </Button>
      </div>
      <ul className={styles.about}>
        <li>
          Google Calendar: Other calendars, From URL. Apple Calendar: File, New Calendar Subscription. Outlook: Add
          calendar, Subscribe from web. They look for changes every few hours.
        </li>
        <li>
          It has your own showings from 60 days ago on, half an hour each: time, address, buyer's name, status and
          confirmation number. Cancelled ones stay, marked as cancelled. No telephone number, no email, no entry
          instructions and no demo showings are in it.
        </li>
        <li>Whoever has the address can read it. If it got into wrong hands, make a new one.</li>
      </ul>
      {isAsking && (
        <ConfirmDialog
          title="Make a new address?"
          confirmLabel="Make a new address"
          onConfirm={rotate}
          onClose={() => setIsAsking(false)}
        >
          <p>The old address stops at once. Calendar programs that subscribe to it have to be given the new one.</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
