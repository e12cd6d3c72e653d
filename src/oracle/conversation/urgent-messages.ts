import type { Urgency } from '../crisis/domain.ts'
import { urgentText } from '../crisis/messages.ts'
import type { Urgent } from './contract.ts'

/** Builds what comes before the answer to words of crisis. */
export const urgentWords = (urgency: Urgency): Urgent => ({ kinds: urgency.kinds, text: urgentText(urgency) })
