import { AccountTime } from '../../../ui/account-time.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './draft-offer.module.css'
import type { PropertyDraft } from './use-draft.tsx'

type DraftOfferProps = { draft: PropertyDraft; onRestore: () => void; onDiscard: () => void }

/** What was typed earlier and never sent. */
export function DraftOffer({ draft, onRestore, onDiscard }: DraftOfferProps) {
  const { address_line1, city } = draft.values
  const place = [address_line1, city].filter(Boolean).join(', ')
  return (
    <Notice kind="info" role="status" title={`You have an unsaved draft${place ? ` for ${place}` : ''}`}>
      <p>
        It was kept on this device on <AccountTime at={draft.keptAt} />.
      </p>
      <div className={styles.actions}>
        <Button onClick={onRestore}>Restore</Button>
        <Button variant="secondary" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Notice>
  )
}
