import { Button } from '../../../ui/button.tsx'
import * as t from '../../text/studio.ts'
import styles from './generate-button.module.css'

type GenerateButtonProps = {
  isAlive: boolean
  isGenerating: boolean
  /** The maximum number of requests is already in progress. */
  isFull?: boolean
  /** ID of the element with the price. */
  costId: string
}

/** A full queue does not disable the button, so it keeps the focus; the sender ignores presses then. */
export function GenerateButton({ isAlive, isGenerating, isFull = false, costId }: GenerateButtonProps) {
  return (
    <span className={styles.generate}>
      <Button
        type="submit"
        size="large"
        disabled={!isAlive}
        busy={isGenerating}
        aria-disabled={isGenerating || isFull || undefined}
        aria-describedby={costId}
      >
        {isGenerating ? t.generating() : t.generate()}
      </Button>
    </span>
  )
}
