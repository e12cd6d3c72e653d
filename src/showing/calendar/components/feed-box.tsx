import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/calendar.ts'
import styles from './feed-box.module.css'

/** Shows the private address that calendar apps read regularly. */
export function FeedBox({ url }: { url: string }) {
  const reload = useReloadAfterAct()
  const [isAsking, setIsAsking] = useState(false)
  async function rotate() {
    await api.POST('/api/showingbooker/calendar-feed/rotate')
    await reload()
    showToast({ kind: 'success', text: t.feedRotated() })
  }
  return (
    <Card title={t.feedTitle()} intro={t.feedIntro()}>
      <div className={styles.address}>
        <label htmlFor="feed-url">{t.feedAddress()}</label>
        <input
          id="feed-url"
          readOnly
          value={url}
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <div className={styles.actions}>
        <CopyButton text={url} done={t.addressCopied()}>
          {t.copyAddress()}
        </CopyButton>
        <Button variant="quiet" onClick={() => setIsAsking(true)}>
          {t.newAddress()}
        </Button>
      </div>
      <ul className={styles.about}>
        <li>{t.feedHow()}</li>
        <li>{t.feedContents()}</li>
        <li>{t.feedPrivate()}</li>
      </ul>
      {isAsking && (
        <ConfirmDialog
          title={t.newAddressTitle()}
          confirmLabel={t.newAddress()}
          onConfirm={rotate}
          onClose={() => setIsAsking(false)}
        >
          <p>{t.newAddressWarning()}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
