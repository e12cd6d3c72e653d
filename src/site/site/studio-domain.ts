import { formatShortMoney } from '../../platform/money.ts'
import { CREDIT_PACK, SUBSCRIPTION } from '../../studio/credit/domain.ts'

/** Prices of the studio as they appear in sentences: `$10`. They have a file of their own because every page loads domain.ts. */
export const STUDIO_PRICES = {
  month: formatShortMoney(SUBSCRIPTION.cents),
  creditPack: formatShortMoney(CREDIT_PACK.cents),
}
