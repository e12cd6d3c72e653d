import { useAccountTime } from '../../../ui/account-time.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import * as kit from '../../../ui/text/kit.ts'
import * as t from '../../text/property.ts'
import styles from './draft-offer.module.css'
import type { PropertyDraft } from './use-draft.tsx'

type DraftOfferProps = { draft: PropertyDraft; onRestore: () => void; onDiscard: () => void }

/** Offers a draft that was typed earlier and never sent. */
export function DraftOffer({ draft, onRestore, onDiscard }: DraftOfferProps) {
  const { address_line1, city } = draft.values
  const timeOf = useAccountTime()
  const place = [address_line1, city].filter(Boolean).join(', ')
  return (
    <Notice kind="info" role="status" title={place ? t.draftFor({ place }) : t.draft()}>
      <p>{t.draftKept({ at: timeOf(draft.keptAt) })}</p>
      <div className={styles.actions}>
        <Button onClick={onRestore}>{t.restore()}</Button>
        <Button variant="secondary" onClick={onDiscard}>
          {kit.discard()}
        </Button>
      </div>
    </Notice>
  )
}
