import fc from 'fast-check'

/** Seed of the tests' random values. Every run of the gate uses the same seed, unless TEST_SEED gives another one. */
export const SEED = Number(process.env.TEST_SEED ?? 20_261_121)
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED })

const [HALVES, HALVES_END, END] = [0xd800, 0xe000, 0x110000]

/**
 * Generates any code point except half a surrogate pair, as the `unit` of a string. `unit: 'binary'` gives the same
 * values, but first lists all 1.1 million of them, which takes each process more than a second of CPU and 300 MB.
 */
export const character: fc.Arbitrary<string> = fc.nat(END - (HALVES_END - HALVES) - 1).map(
  (number) => String.fromCodePoint(number < HALVES ? number : number + HALVES_END - HALVES),
  (value) => {
    const point = typeof value === 'string' ? value.codePointAt(0) : undefined
    if (point === undefined || value !== String.fromCodePoint(point)) throw new Error('not one code point')
    return point < HALVES ? point : point - (HALVES_END - HALVES)
  },
)

const inPath = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@"),
  },
  { weight: 1, arbitrary: character.map(encodeURIComponent) },
)
/** Generates the URL of a page like `fc.webUrl`, which lists all characters first, as `unit: 'binary'` does. */
export const webUrl = (): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), fc.array(fc.string({ unit: inPath })))
    .map(([scheme, authority, path]) => `${scheme}://${[authority, ...path].join('/')}`)

/** Generates any text: half surrogate pairs, NUL, markup, and strings that some parser treats specially. */
const anyText = fc.oneof(
  fc.string({ unit: character, maxLength: 60 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 20 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '\u202e',
    "'; drop table booking; --",
    '<img src=x onerror=alert(1)>',
    '{{7*7}}',
    '%00',
    '24:00',
  ),
)
export const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
  anyText,
  fc.double(),
  fc.constantFrom(1e308, -0, 2 ** 63),
)

/** Replaces some members of a good object, at any depth, with anything. */
export const spoiled = (good: object): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(good).map(([name, value]) => [
        name,
        fc.oneof(
          { weight: 5, arbitrary: typeof value === 'object' && value !== null ? spoiled(value) : fc.constant(value) },
          { weight: 1, arbitrary: anyValue },
        ),
      ]),
    ),
    { requiredKeys: [] },
  )

export { fc }
