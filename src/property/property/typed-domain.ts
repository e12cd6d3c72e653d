/** Reads the first five digits of a ZIP+4, such as `91101-1234`. Leaves anything else to the rules of the form. */
export const zipOf = (text: string): string => text.trim().match(/^(\d{5})[-\s]?\d{4}$/)?.[1] ?? text

/**
 * Reads `$3,200.50` and the decimal comma of `2,5`.
 * @returns NaN for anything else, which the rules of the form refuse
 */
export function amountOf(text: string): number {
  const written = text.replace(/\s/g, '').replace(/^\$/, '')
  if (/^\d+,\d{1,2}$/.test(written)) return Number(written.replace(',', '.'))
  return /^(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/.test(written) ? Number(written.replaceAll(',', '')) : Number.NaN
}
