import { Button, Spinner } from '../../../ui/button.tsx'
import * as t from '../../text/studio.ts'
import styles from './generate-button.module.css'

type GenerateButtonProps = {
  isAlive: boolean
  isGenerating: boolean
  /** As many as there may be are under way. */
  isFull?: boolean
  /** Id of what says why, and what it costs. */
  describedBy: string
}

/** Never really disabled, since it would lose the focus of whoever has just pressed it: a press that may not be is refused. */
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
