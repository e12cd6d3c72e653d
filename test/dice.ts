import fc from 'fast-check'

/** What is thrown in a test comes from here: always the same in the gate, TEST_SEED gives others. */
export const SEED = Number(process.env.TEST_SEED ?? 20_261_121)
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED })

export { fc }
