import { useEffect, useState } from 'react'
import { copyText } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import * as t from '../../text/gallery.ts'
import styles from './prompt-copy.module.css'

/** studio.md section 9. */
const SHOWN_MS = 1000

/** The prompt itself is the button that copies it. */
export function PromptCopy({ prompt }: { prompt: string }) {
  const [answer, setAnswer] = useState<string>()
  useEffect(() => {
    if (answer !== t.promptCopied()) return
    const timer = setTimeout(() => setAnswer(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [answer])
  async function copy() {
    const isCopied = await copyText(prompt)
    setAnswer(isCopied ? t.promptCopied() : t.copyByHand())
  }
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <h3>{t.prompt()}</h3>
        <p className={styles.answer} role="status">
          {answer}
        </p>
      </div>
      <button type="button" className={styles.prompt} onClick={copy} title={t.copyPrompt()}>
        <span>{prompt}</span>
        <Icon name={answer === 'Prompt copied!' ? 'check' : 'copy'} />
      </button>
    </section>
  )
}
