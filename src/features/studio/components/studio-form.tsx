import type { ReactNode, SubmitEvent } from 'react'
import type { Issue } from '../../../platform/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { FILTERS } from '../../image/domain.ts'
import type { StudioEngine } from '../contract.ts'
import { MAX_SEED, roomText, STYLES } from '../domain.ts'
import { ChoiceGrid } from './choice-grid.tsx'
import type { Draft } from './draft.tsx'
import { GenerateButton } from './generate-button.tsx'
import { PromptField } from './prompt-field.tsx'
import styles from './studio-form.module.css'

type StudioFormProps = {
  draft: Draft
  onChange: (draft: Draft) => void
  onSubmit: () => void
  engine: StudioEngine
  issues: Issue[]
  isSending: boolean
  /** How many requests are under way. */
  underWay: number
  isAlive: boolean
  /** Above the button: what was refused. */
  children?: ReactNode
}

const COUNTS = [1, 2, 3, 4].map((count) => ({ value: String(count), label: String(count) }))
const chance = () => String(crypto.getRandomValues(new Uint32Array(1))[0])

/** Everything that an image can be asked for with, what the engine will ignore of it, and what it costs. */
export function StudioForm(props: StudioFormProps) {
  const { draft, onChange, onSubmit, engine, issues, isSending, underWay, isAlive, children } = props
  const change = (changes: Partial<Draft>) => onChange({ ...draft, ...changes })
  const errorOf = (path: string) => issues.find((issue) => issue.path === path)?.message
  const ignores = (what: StudioEngine['ignores'][number]) =>
    engine.ignores.includes(what) ? ' The engine in use makes nothing of it.' : ''
  const room = roomText(underWay)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <PromptField rows={4} value={draft.prompt} onChange={(prompt) => change({ prompt })} error={errorOf('prompt')} />
      <Field
        name="negative_prompt"
        label="Negative prompt"
        optional
        multiline
        rows={2}
        value={draft.negativePrompt}
        onChange={(event) => change({ negativePrompt: event.currentTarget.value })}
        hint={`What it must not show.${ignores('negative_prompt')}`}
        error={errorOf('negative_prompt')}
      />
      <ChoiceGrid
        name="style"
        legend="Style"
        kind="style"
        options={STYLES}
        value={draft.style}
        onChange={(style) => change({ style })}
      />
      <ChoiceGrid
        name="filter"
        legend="Filter"
        kind="filter"
        options={FILTERS}
        value={draft.filter}
        onChange={(filter) => change({ filter })}
      />
      <div className={styles.pair}>
        <div className={styles.seed}>
          <Field
            name="seed"
            label="Seed"
            optional
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            placeholder="Any"
            value={draft.seed}
            onChange={(event) => change({ seed: event.currentTarget.value.replace(/\D/g, '') })}
            hint={`0 to ${MAX_SEED}. The same seed and words draw the same picture.${ignores('seed')}`}
            error={errorOf('seed')}
          />
          <Button variant="secondary" disabled={!isAlive} onClick={() => change({ seed: chance() })}>
            <svg className={styles.dice} viewBox="0 0 24 24" aria-hidden="true">
              <path d="M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zm3.5 4.5v.01m7 0v.01m-3.5 3.5v.01m-3.5 3.5v.01m7 0v.01" />
            </svg>
            Roll the dice
          </Button>
        </div>
        <RadioGroup
          name="count"
          legend="Images"
          options={COUNTS}
          value={String(draft.count)}
          onChange={(count) => change({ count: Number(count) })}
        />
      </div>
      {children}
      <div className={styles.foot}>
        <div className={styles.cost} id="cost">
          <p>
            {costText(draft.count * engine.credits_per_image, engine.credits)}
            {engine.credits < draft.count * engine.credits_per_image && (
              <>
                {' '}
                <a href="/account/credits">Get credits</a>
              </>
            )}
          </p>
          {room && <p>{room}</p>}
        </div>
        <GenerateButton
          {...{ isAlive, isGenerating: isSending, isFull: underWay >= engine.max_in_progress }}
          describedBy="cost"
        />
      </div>
    </form>
  )
}

/** `Costs 2 credits. You have 18.` */
export const costText = (cost: number, have: number) =>
  `Costs ${cost} ${cost === 1 ? 'credit' : 'credits'}. You have ${have}.`
