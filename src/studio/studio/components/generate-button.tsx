import { Button } from '../../../ui/button.tsx'
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

/** A full queue does not disable it, so that it keeps the focus. The form refuses presses then. */
export function GenerateButton({ isAlive, isGenerating, isFull = false, describedBy }: GenerateButtonProps) {
  return (
    <span className={styles.generate}>
      <Button
        type="submit"
        size="large"
        disabled={!isAlive}
        busy={isGenerating}
        aria-disabled={isGenerating || isFull || undefined}
        aria-describedby={describedBy}
      >
        {isGenerating ? 'Generating...' : t.generate()}
      </Button>
    </span>
  )
}
