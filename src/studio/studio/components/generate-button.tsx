import { Button, Spinner } from '../../../ui/button.tsx'
import * as t from '../../text/studio.ts'
import styles from './generate-button.module.css'

type GenerateButtonProps = {
  isAlive: boolean
  isGenerating: boolean
  /** The most requests are already in progress. */
  isFull?: boolean
  /** Id of the text that gives the reason and the cost. */
  describedBy: string
}

/** It is never really disabled, since it would lose the focus right after a press. It refuses presses instead. */
export function GenerateButton({ isAlive, isGenerating, isFull = false, describedBy }: GenerateButtonProps) {
  return (
    <span className={styles.generate}>
      <Button
        type="submit"
        size="large"
        disabled={!isAlive}
        aria-disabled={isGenerating || isFull || undefined}
        aria-busy={isGenerating || undefined}
        aria-describedby={describedBy}
      >
        {isGenerating && <Spinner />}
        {isGenerating ? 'Generating...' : t.generate()}
      </Button>
    </span>
  )
}
