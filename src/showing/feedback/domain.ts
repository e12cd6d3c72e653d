/** Feedback from visitors: who to ask, when, and how long the answers can be changed. */

import * as t from '../text/feedback.ts'
import type { FeedbackAnswers } from './contract.ts'
import { CHANGEABLE_DAYS } from './limits-domain.ts'

export const changeableUntil = (askedAt: Temporal.Instant): Temporal.Instant =>
  askedAt.add({ hours: CHANGEABLE_DAYS * 24 })

type Answer = keyof Pick<FeedbackAnswers, 'interest' | 'price' | 'condition'>

/** The questions, in order, with their possible answers. */
export const QUESTIONS: { name: Answer; legend: () => string; options: { value: string; label: () => string }[] }[] = [
  {
    name: 'interest',
    legend: t.askInterest,
    options: [
      { value: 'yes', label: t.interestYes },
      { value: 'maybe', label: t.interestMaybe },
      { value: 'no', label: t.interestNo },
    ],
  },
  {
    name: 'price',
    legend: t.askPrice,
    options: [
      { value: 'right', label: t.priceRight },
      { value: 'high', label: t.priceHigh },
      { value: 'low', label: t.priceLow },
    ],
  },
  {
    name: 'condition',
    legend: t.askCondition,
    options: [
      { value: 'better', label: t.conditionBetter },
      { value: 'as_expected', label: t.conditionAsExpected },
      { value: 'worse', label: t.conditionWorse },
    ],
  },
]

/** Writes the answers in one line, such as `Interested · Price is right · Better than expected`. */
export const answersInShort = (answers: Pick<FeedbackAnswers, Answer>): string =>
  [
    t.shortInterest({ answer: answers.interest }),
    t.shortPrice({ answer: answers.price }),
    t.shortCondition({ answer: answers.condition }),
  ].join(' · ')
