import { useRef, useState } from 'react'
import { Card } from '../../../ui/card.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { Notice } from '../../../ui/notice.tsx'
import * as t from '../../text/compliance.ts'
import styles from './compare-file.module.css'

type Compared = { name: string; outcome: 'same' | 'other' | 'unreadable'; sha256?: string }

/** Compares a file with an evidence bundle. The browser hashes it, and nothing is uploaded. */
export function CompareFile({ sha256 }: { sha256: string }) {
  const [compared, setCompared] = useState<Compared>()
  const latest = useRef(0)
  async function compare(file: File) {
    const run = ++latest.current
    setCompared(undefined)
    const found = await hashOf(file)
    if (run === latest.current) setCompared({ name: file.name, ...outcomeOf(found, sha256) })
  }
  return (
    <Card title={t.compareTitle()} intro={t.compareIntro()}>
      <FileDrop name="packet" accept="application/pdf" onFiles={([file]) => compare(file)}>
        <strong>{t.choosePdf()}</strong>
        <span className={styles.how}>{t.orDrop()}</span>
      </FileDrop>
      <div role="status">
        {compared?.outcome === 'same' && (
          <Notice kind="success" title={t.sameTitle()}>
            <p>{t.sameWords({ name: compared.name })}</p>
          </Notice>
        )}
        {compared?.outcome === 'other' && (
          <Notice kind="error" title={t.otherTitle()}>
            <p>{t.otherWords({ name: compared.name })}</p>
            <p className={styles.hash}>{compared.sha256}</p>
          </Notice>
        )}
        {compared?.outcome === 'unreadable' && (
          <Notice kind="warning" title={t.cannotCompare()}>
            <p>{t.cannotCompareWords()}</p>
          </Notice>
        )}
      </div>
    </Card>
  )
}

function outcomeOf(found: string | null, expected: string): Pick<Compared, 'outcome' | 'sha256'> {
  if (found === null) return { outcome: 'unreadable' }
  return { outcome: found === expected ? 'same' : 'other', sha256: found }
}

/** Returns the hash in hex, or `null` if the file is unreadable or the page is not on https. */
async function hashOf(file: File): Promise<string | null> {
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return null
  }
}
