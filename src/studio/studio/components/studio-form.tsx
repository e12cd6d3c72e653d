import { type ReactNode, type SubmitEvent, useId } from 'react'
import type { Issue } from '../../../platform/errors.ts'
import * as t from '../../text/studio.ts'
import type { StudioEngine } from '../contract.ts'
import { roomText } from '../domain.ts'
import { carryDraft, type Draft } from './draft.tsx'
import { GenerateButton } from './generate-button.tsx'
import { PromptField } from './prompt-field.tsx'
import styles from './studio-form.module.css'

export type StudioFormProps = {
  draft: Draft
  onChange: (draft: Draft) => void
  onSubmit: () => void
  engine: StudioEngine
  issues: Issue[]
  isSending: boolean
  /** How many requests are in progress. */
  underWay: number
  isAlive: boolean
}

/** The prompt, the cost and the button. All other choices have a separate form. */
export function StudioForm({ children, ...props }: StudioFormProps & { children?: ReactNode }) {
  const { draft, onChange, onSubmit, engine, issues, isSending, underWay, isAlive } = props
  const costId = useId()
  const room = roomText(underWay)
  const cost = draft.count * engine.credits_per_image
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <PromptField
        value={draft.prompt}
        negativePrompt={engine.ignores.includes('negative_prompt') ? '' : draft.negativePrompt}
        onChange={(prompt) => onChange({ ...draft, prompt })}
        error={issues.find(({ path }) => path === 'prompt')?.message}
      />
      {children}
      <div className={styles.foot}>
        <div className={styles.cost} id={costId}>
          <p>
            {costText(cost, engine.credits)}
            {engine.credits < cost && (
              <>
                {' '}
                <a href="/account/credits" onClick={() => carryDraft(draft)}>
                  {t.getCredits()}
                </a>
              </>
            )}
          </p>
          {room && <p>{room}</p>}
        </div>
        <GenerateButton
          isAlive={isAlive}
          isGenerating={isSending}
          isFull={underWay >= engine.max_in_progress}
          costId={costId}
        />
      </div>
      <p className={styles.chosen}>
        {[
          draft.style,
          draft.filter === 'Default' ? t.noFilter() : draft.filter,
          t.imageCount({ count: draft.count }),
        ].join(', ')}
        . <a href="#choices">{t.moreChoices()}</a>
      </p>
    </form>
  )
}

/** Formats `Costs 2 credits. You have 18.` */
export const costText = (cost: number, have: number) => t.costs({ count: cost, have })
