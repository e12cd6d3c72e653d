/** Formats a whole number that is not negative, with commas in every language: 1250 → `1,250`. */
export const formatWhole = (amount: number): string => String(amount).replace(/\B(?=(\d{3})+$)/g, ',')
