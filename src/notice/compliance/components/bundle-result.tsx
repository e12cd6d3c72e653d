import { AccountTime } from '../../../ui/account-time.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { PacketCheck } from '../contract.ts'
import styles from './bundle-result.module.css'

/** What anybody may know of an evidence bundle. */
export function BundleResult({ bundle }: { bundle: PacketCheck }) {
  const { of, madeAt, entries, headSequence, headHash, sha256, isIntact } = bundle
  const log = headSequence === 1 ? '1 entry' : `${headSequence} entries`
  return (
    <Card title={`Packet ${bundle.code}`}>
      {isIntact ? (
        <Notice kind="success" role="status" title="This packet is genuine">
          <p>ShowingBooker made it, and the log still holds, unchanged, everything up to its last entry.</p>
        </Notice>
      ) : (
        <Notice kind="error" role="status" title="ShowingBooker made this packet, but the log behind it was changed">
          <p>What stands on the paper cannot be relied on before that is explained.</p>
        </Notice>
      )}
      <Facts
        facts={[
          { name: 'Made', value: <AccountTime at={madeAt} /> },
          { name: 'What', value: of === 'showing' ? 'The evidence of one showing' : 'The log of one home' },
          { name: 'Entries on it', value: entries },
          { name: 'The log then had', value: log },
          { name: 'Hash of the newest entry', value: <code className={styles.hash}>{headHash || 'None'}</code> },
          { name: 'SHA-256 of the file', value: <code className={styles.hash}>{sha256}</code> },
        ]}
      />
      <p className={styles.quiet}>
        That a code is known says that such a packet was made. Whether the file or paper in your hands is that packet is
        seen by comparing the file below, or the hash of the newest entry with the one on the paper.
      </p>
    </Card>
  )
}
