import { Button } from '../../../ui/button.tsx'
import type { Mark, ShowingRecord } from '../../booking/contract.ts'

const NAMES: Record<Mark, string> = { completed: 'Mark completed', no_show: 'Mark no-show' }
const OTHER: Record<Mark, string> = { completed: 'Change to completed', no_show: 'Change to no-show' }

type MarkButtonsProps = { showing: ShowingRecord; ask: (showing: ShowingRecord, mark: Mark) => void }

/** How a showing may be marked now; nothing, where it may not. */
export function MarkButtons({ showing, ask }: MarkButtonsProps) {
  const { buyerName, status, marks } = showing
  const names = status === 'confirmed' ? NAMES : OTHER
  return marks.map((mark) => (
    <Button key={mark} variant="secondary" onClick={() => ask(showing, mark)}>
      {names[mark]}
      <span className="visually-hidden">: {buyerName}</span>
    </Button>
  ))
}
