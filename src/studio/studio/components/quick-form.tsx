import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import type { Issue } from '../../../platform/errors.ts'
import { Field } from '../../../ui/field.tsx'
import { rich } from '../../../ui/rich.ts'
import { Select } from '../../../ui/select.tsx'
import { FILTERS } from '../../image/domain.ts'
import * as t from '../../text/studio.ts'
import type { StudioEngine } from '../contract.ts'
import { STYLES } from '../limits-domain.ts'
import { carryDraft, type Draft } from './draft.tsx'
import { GenerateButton } from './generate-button.tsx'
import { PromptField } from './prompt-field.tsx'
import styles from './quick-form.module.css'
import { costText } from './studio-form.tsx'

type QuickFormProps = {
  draft: Draft
  onChange: (draft: Draft) => void
  onSubmit: () => void
  engine: StudioEngine
  /** Whether this session may use the options of the full studio. */
  isGranted: boolean
  issues: Issue[]
  /** A request is being sent or in progress. This form runs one at a time. */
  isBusy: boolean
  isAlive: boolean
  children?: ReactNode
}

const optionsOf = <Value extends string>(values: readonly Value[]) => values.map((value) => ({ value, label: value }))

/** The shortest form for an image. */
export function QuickForm(props: QuickFormProps) {
  const { draft, onChange, onSubmit, engine, isGranted, issues, isBusy, isAlive, children } = props
  const costId = useId()
  const [needsGrant, setNeedsGrant] = useState(false)
  const change = (changes: Partial<Draft>) => onChange({ ...draft, ...changes })
  const errorOf = (path: string) => issues.find((issue) => issue.path === path)?.message
  const hasNegative = !engine.ignores.includes('negative_prompt')
  const isAdvanced = hasNegative && draft.negativePrompt.trim() !== ''
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setNeedsGrant(isAdvanced && !isGranted)
    if (isGranted || !isAdvanced) onSubmit()
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <PromptField
        value={draft.prompt}
        negativePrompt={hasNegative ? draft.negativePrompt : ''}
        onChange={(prompt) => change({ prompt })}
        error={errorOf('prompt')}
      />
      {hasNegative && (
        <Field
          name="negative_prompt"
          label={t.negativePrompt()}
          optional
          value={draft.negativePrompt}
          onChange={(event) => change({ negativePrompt: event.currentTarget.value })}
          hint={
            isGranted
              ? t.negativeHint()
              : rich(
                  t.negativeFull({
                    link: (inner) => (
                      <a href="/create" onClick={() => carryDraft(draft)}>
                        {inner}
                      </a>
                    ),
                  }),
                )
          }
          error={needsGrant && isAdvanced && !isGranted ? t.negativeRefused() : errorOf('negative_prompt')}
        />
      )}
      <div className={styles.pair}>
        <Select
          name="style"
          label={t.style()}
          options={optionsOf(STYLES)}
          value={draft.style}
          onChange={(style) => change({ style })}
          error={errorOf('style')}
        />
        <Select
          name="filter"
          label={t.filter()}
          options={optionsOf(FILTERS)}
          value={draft.filter}
          onChange={(filter) => change({ filter })}
          error={errorOf('filter')}
        />
      </div>
      {children}
      <div className={styles.foot}>
        <p className={styles.cost}>
          <span id={costId}>{costText(engine.credits_per_image, engine.credits)}</span>{' '}
          <a
            href={engine.credits < engine.credits_per_image ? '/account/credits' : '/create'}
            onClick={() => carryDraft(draft)}
          >
            {engine.credits < engine.credits_per_image ? t.getCredits() : t.moreInStudio()}
          </a>
        </p>
        <GenerateButton isAlive={isAlive} isGenerating={isBusy} costId={costId} />
      </div>
    </form>
  )
}
