import { Button } from '../../../ui/button.tsx'
import * as t from '../../text/studio.ts'
import styles from './generate-button.module.css'

type GenerateButtonProps = {
  isAlive: boolean
  isGenerating: boolean
  /** The most requests are already in progress. */
  isFull?: boolean
}

/**
 * An element with the ID `cost` gives the reason and the cost. A full queue does not disable the button, so that it keeps the
 * focus. The form refuses presses then.
 */
export function GenerateButton({ isAlive, isGenerating, isFull = false }: GenerateButtonProps) {
  return (
    <span className={styles.generate}>
      <Button
        type="submit"
        size="large"
        disabled={!isAlive}
        busy={isGenerating}
        aria-disabled={isGenerating || isFull || undefined}
        aria-describedby="cost"
      >
        {isGenerating ? 'Generating...' : t.generate()}
      </Button>
    </span>
  )
}
