import type { Urgency } from '../crisis/domain.ts'
import { urgentText } from '../crisis/messages.ts'
import type { Urgent } from './contract.ts'

/** Builds the text before the answer to crisis words. */
export const urgentWords = (urgency: Urgency): Urgent => ({ kinds: urgency.kinds, text: urgentText(urgency) })
