import { Link } from 'react-router'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import * as t from '../../text/dashboard.ts'
import type { Agenda } from '../contract.ts'
import styles from './first-steps.module.css'

/** Guides a new agent to the first showing, and disappears once every step is done. */
export function FirstSteps({ steps }: { steps: Agenda['steps'] }) {
  if (steps.contact && steps.property && steps.shared) return null
  return (
    <Card title={t.firstSteps()} intro={t.firstStepsIntro()}>
      <ol className={styles.steps}>
        <Step name={t.stepContact()} why={t.stepContactWhy()} to="/profile" isDone={steps.contact} />
        <Step name={t.stepProperty()} why={t.stepPropertyWhy()} to="/add" isDone={steps.property} />
        <Step name={t.stepShare()} why={t.stepShareWhy()} to="/properties" isDone={steps.shared} />
      </ol>
    </Card>
  )
}

function Step({ name, why, to, isDone }: { name: string; why: string; to: string; isDone: boolean }) {
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <span className={styles.mark}>{isDone && <Icon name="check" />}</span>
      <div>
        <p className={styles.name}>
          {isDone ? name : <Link to={to}>{name}</Link>}
          {isDone && <Badge tone="good">{t.stepDone()}</Badge>}
        </p>
        {!isDone && <p className={styles.why}>{why}</p>}
      </div>
    </li>
  )
}
