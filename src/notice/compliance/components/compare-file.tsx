import { useRef, useState } from 'react'
import { Card } from '../../../ui/card.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './compare-file.module.css'

type Compared = { name: string; outcome: 'same' | 'other' | 'unreadable'; sha256?: string }

/** Compares a file with an evidence bundle: it is hashed here, in the browser, and goes nowhere. */
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
    <Card title="Compare the file" intro="The file stays on your device: it is not sent.">
      <FileDrop name="packet" accept="application/pdf" onFile={compare}>
        <strong>Choose the PDF</strong>
        <span className={styles.how}>or drop it here.</span>
      </FileDrop>
      <div role="status">
        {compared?.outcome === 'same' && (
          <Notice kind="success" title="This is the very file">
            <p>{compared.name} is, to the last bit, the file that was made with this code.</p>
          </Notice>
        )}
        {compared?.outcome === 'other' && (
          <Notice kind="error" title="This is not the file that was made with this code">
            <p>{compared.name} is another file, or was changed, were it by a single letter. Its SHA-256:</p>
            <p className={styles.hash}>{compared.sha256}</p>
          </Notice>
        )}
        {compared?.outcome === 'unreadable' && (
          <Notice kind="warning" title="Your browser cannot compare this file here">
            <p>
              Reading it failed, or this page is not reached by https. Compare the SHA-256 above by hand, for instance
              with sha256sum.
            </p>
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

/** In hex; null: it cannot be read, or the browser hashes nothing outside of https. */
async function hashOf(file: File): Promise<string | null> {
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return null
  }
}
