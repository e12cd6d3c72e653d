import { formatWhole } from './whole-number.ts'

/** Formats US cents: 2500 → `$25.00`, 125000 → `$1,250.00`. @throws RangeError for a fraction of a cent */
export function formatMoney(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not a whole number of cents: ${cents}`)
  const digits = String(Math.abs(cents)).padStart(3, '0')
  const dollars = formatWhole(Number(digits.slice(0, -2)))
  return `${cents < 0 ? '-' : ''}$${dollars}.${digits.slice(-2)}`
}

/** Formats US cents for a sentence: 2500 → `$25`, 3550 → `$35.50`. */
export const formatShortMoney = (cents: number): string => formatMoney(cents).replace(/\.00$/, '')
