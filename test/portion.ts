/**
 * Returns every `share`th value, which are all of them with the proofs. Each turn begins with another value, so that
 * `share` turns take every value.
 */
export const portion = <Value>(values: readonly Value[], turn: number, share: number): readonly Value[] =>
  process.env.PROOFS ? values : values.filter((_, at) => at % share === turn % share)
