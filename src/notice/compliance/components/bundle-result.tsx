import { AccountTime } from '../../../ui/account-time.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import * as t from '../../text/compliance.ts'
import type { PacketCheck } from '../contract.ts'
import styles from './bundle-result.module.css'

/** Shows what anyone may know about an evidence bundle. */
export function BundleResult({ bundle }: { bundle: PacketCheck }) {
  const { of, madeAt, entries, headSequence, headHash, sha256, isIntact } = bundle
  const log = t.entries({ count: headSequence })
  return (
    <Card title={t.packet({ code: bundle.code })} id="result">
      {isIntact ? (
        <Notice kind="success" role="status" title={t.genuine()}>
          <p>{t.genuineWords()}</p>
        </Notice>
      ) : (
        <Notice kind="error" role="status" title={t.logChanged()}>
          <p>{t.logChangedWords()}</p>
        </Notice>
      )}
      <Facts
        facts={[
          { name: t.made(), value: <AccountTime at={madeAt} /> },
          { name: t.what(), value: of === 'showing' ? t.evidenceOfShowing() : t.logOfHome() },
          { name: t.entriesOnIt(), value: entries },
          { name: t.logHad(), value: log },
          { name: t.newestHash(), value: <code className={styles.hash}>{headHash || t.none()}</code> },
          { name: t.fileHash(), value: <code className={styles.hash}>{sha256}</code> },
        ]}
      />
      <p className={styles.quiet}>{t.howToCompare()}</p>
    </Card>
  )
}
