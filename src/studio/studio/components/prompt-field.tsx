import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import * as t from '../../text/studio.ts'
import type { PromptReading } from '../contract.ts'
import { chipsOf, EXAMPLES, readingText, withWord } from '../domain.ts'
import styles from './prompt-field.module.css'
import { useCalm, useReading } from './use-reading.tsx'

type PromptFieldProps = {
  value: string
  /** The negative prompt also decides what is drawn. */
  negativePrompt: string
  onChange: (prompt: string) => void
  error: string | undefined
}

/** The prompt field. Below it are the words that will be drawn, or example prompts. */
export function PromptField({ value, negativePrompt, onChange, error }: PromptFieldProps) {
  const reading = useReading(value, negativePrompt)
  const announced = useCalm(reading ? readingText(reading) : '')
  function choose(prompt: string) {
    onChange(prompt)
    // The pressed button disappears.
    document.getElementById('prompt')?.focus()
  }
  return (
    <div className={styles.prompt}>
      <Field
        name="prompt"
        label={t.prompt()}
        multiline
        rows={3}
        required
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        hint={t.promptHint()}
        error={error}
      />
      <p className="visually-hidden" role="status">
        {announced}
      </p>
      {value.trim() === '' ? (
        <div className={styles.line}>
          <span className={styles.name} id="examples">
            {t.tryLabel()}
          </span>
          <ul className={styles.chips} aria-labelledby="examples">
            {EXAMPLES.map((example) => (
              <li key={example()}>
                <button type="button" className={styles.example} onClick={() => choose(example())}>
                  {example()}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        reading && (
          <Reading
            reading={reading}
            isRefused={error !== undefined}
            onReplace={(word, other) => choose(withWord(value, word, other))}
          />
        )
      )}
    </div>
  )
}

type ReadingProps = {
  reading: PromptReading
  /** The field already shows it. */
  isRefused: boolean
  onReplace: (word: string, other: string) => void
}

function Reading({ reading, isRefused, onReplace }: ReadingProps) {
  const { drawn, missing, hidden: more } = chipsOf(reading)
  return (
    <div className={styles.reading}>
      {drawn.length > 0 && (
        <div className={styles.line}>
          <span className={styles.name} id="words-drawn">
            {t.drawnFrom()}
          </span>
          <ul className={styles.chips} aria-labelledby="words-drawn">
            {drawn.map((word) => (
              <li key={word} className={`${styles.chip} ${styles.drawn}`}>
                <Icon name="check" />
                {word}
              </li>
            ))}
          </ul>
        </div>
      )}
      {missing.length > 0 && (
        <div className={styles.line}>
          <span className={styles.name} id="words-missing">
            {t.notUnderstood()}
          </span>
          <ul className={styles.chips} aria-labelledby="words-missing">
            {missing.map(({ word, nearest }) => (
              <li key={word} className={`${styles.chip} ${styles.missing}`}>
                <Icon name="close" />
                {word}
                {nearest && (
                  <button type="button" className={styles.nearest} onClick={() => onReplace(word, nearest)}>
                    {rich(
                      t.replaceWord({
                        nearest,
                        word,
                        span: hidden,
                      }),
                    )}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {more > 0 && <p className={styles.note}>{t.andMore({ count: more })}</p>}
      {reading.nothing_to_draw && !isRefused && <p className={styles.note}>{t.nothingAsk()}</p>}
    </div>
  )
}
