import type { Urgent } from '../oracle/contract.ts'
import type { Urgency } from '../safety/domain.ts'
import { urgentText } from '../safety/messages.ts'

/** What stands before the answer to words of crisis. */
export const urgentWords = (urgency: Urgency): Urgent => ({ kinds: urgency.kinds, text: urgentText(urgency) })
