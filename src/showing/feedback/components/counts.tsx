import * as t from '../../text/feedback.ts'
import type { FeedbackCounts } from '../contract.ts'
import { QUESTIONS } from '../domain.ts'
import styles from './counts.module.css'

/** Shows how often visitors gave each answer, in words and bars. */
export function Counts({ counts }: { counts: FeedbackCounts }) {
  const { asked, answered } = counts
  return (
    <div className={styles.counts}>
      <p>{t.answeredOf({ answered, asked })}</p>
      {answered > 0 && (
        <dl className={styles.questions}>
          {QUESTIONS.map(({ name, legend, options }) => (
            <div key={name}>
              <dt>{legend()}</dt>
              {options.map(({ value, label }) => {
                const count = (counts[name] as Record<string, number>)[value] ?? 0
                return (
                  <dd key={value} className={styles.answer}>
                    <span>{label()}</span>
                    <meter min={0} max={answered} value={count} aria-hidden="true" />
                    <b>{count}</b>
                  </dd>
                )
              })}
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
