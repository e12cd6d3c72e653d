import { useEffect, useState } from 'react'
import { copyText } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import * as t from '../../text/gallery.ts'
import styles from './prompt-copy.module.css'

/** How long the answer is shown (studio.md section 9). */
const SHOWN_MS = 1000

/** Shows the prompt as a button that copies it. */
export function PromptCopy({ prompt }: { prompt: string }) {
  const [isCopied, setIsCopied] = useState<boolean>()
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <h3>{t.prompt()}</h3>
        <p className={styles.answer} role="status">
          {isCopied === undefined ? '' : isCopied ? t.promptCopied() : t.copyByHand()}
        </p>
      </div>
      <button
        type="button"
        className={styles.prompt}
        onClick={async () => setIsCopied(await copyText(prompt))}
        title={t.copyPrompt()}
      >
        <span>{prompt}</span>
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
    </section>
  )
}
