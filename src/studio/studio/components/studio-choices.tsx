import type { SubmitEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { FILTERS } from '../../image/domain.ts'
import * as t from '../../text/studio.ts'
import type { StudioEngine } from '../contract.ts'
import { MAX_SEED, STYLES } from '../limits-domain.ts'
import { ChoiceGrid, StyleSample } from './choice-grid.tsx'
import type { Draft } from './draft.tsx'
import styles from './studio-choices.module.css'
import type { StudioFormProps } from './studio-form.tsx'

const COUNTS = [1, 2, 3, 4].map((count) => ({ value: String(count), label: String(count) }))
const LOOKS = FILTERS.map((value) => ({ value, label: value }))
const chance = () => String(crypto.getRandomValues(new Uint32Array(1))[0])

/** Choices of how to draw, limited to what the engine in use can change. */
export function StudioChoices(props: StudioFormProps) {
  const { draft, onChange, onSubmit, engine, issues, isAlive } = props
  const change = (changes: Partial<Draft>) => onChange({ ...draft, ...changes })
  const errorOf = (path: string) => issues.find((issue) => issue.path === path)?.message
  const isTaken = (what: StudioEngine['ignores'][number]) => !engine.ignores.includes(what)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit} aria-label={t.choices()}>
      <ChoiceGrid
        name="style"
        legend={t.style()}
        kind="style"
        options={STYLES}
        value={draft.style}
        onChange={(style) => change({ style })}
        // The local engine drew the samples. Another engine's styles are unknown in advance.
        pictureOf={engine.name === 'local' ? (style) => <StyleSample style={style} /> : undefined}
      />
      <div className={styles.pair}>
        <RadioGroup
          name="count"
          legend={t.images()}
          options={COUNTS}
          value={String(draft.count)}
          onChange={(count) => change({ count: Number(count) })}
        />
        <Select
          name="filter"
          label={t.startFilter()}
          options={LOOKS}
          value={draft.filter}
          onChange={(filter) => change({ filter })}
          error={errorOf('filter')}
          hint={t.startFilterHint()}
        />
      </div>
      {isTaken('negative_prompt') && (
        <Field
          name="negative_prompt"
          label={t.negativePrompt()}
          optional
          multiline
          rows={2}
          value={draft.negativePrompt}
          onChange={(event) => change({ negativePrompt: event.currentTarget.value })}
          hint={t.negativeHint()}
          error={errorOf('negative_prompt')}
        />
      )}
      {isTaken('seed') && (
        <div className={styles.seed}>
          <Field
            name="seed"
            label={t.seed()}
            optional
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            placeholder={t.any()}
            value={draft.seed}
            onChange={(event) => change({ seed: event.currentTarget.value.replace(/\D/g, '') })}
            hint={t.seedHint({ max: MAX_SEED })}
            error={errorOf('seed')}
          />
          <Button variant="secondary" disabled={!isAlive} onClick={() => change({ seed: chance() })}>
            <svg className={styles.dice} viewBox="0 0 24 24" aria-hidden="true">
              <path d="M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zm3.5 4.5v.01m7 0v.01m-3.5 3.5v.01m-3.5 3.5v.01m7 0v.01" />
            </svg>
            {t.rollDice()}
          </Button>
        </div>
      )}
      <div>
        <Button type="submit" variant="secondary" disabled={!isAlive}>
          {t.generateThese()}
        </Button>
      </div>
    </form>
  )
}
