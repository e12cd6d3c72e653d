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
 * The element with the ID `cost` describes the button. A full queue does not disable it, so it keeps the focus; the form
 * ignores presses then.
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
