import { formatShortMoney } from '../../platform/money.ts'
import { CREDIT_PACK, SUBSCRIPTION } from '../../studio/credit/domain.ts'

/** Studio prices as they appear in sentences: `$10`. They have their own file because every page loads domain.ts. */
export const STUDIO_PRICES = {
  month: formatShortMoney(SUBSCRIPTION.cents),
  creditPack: formatShortMoney(CREDIT_PACK.cents),
}
