import type { Answers, Ask } from './callers.ts'

/** Rows of the table in test/roles.test.ts. */
export const oracleRoutes: Record<string, [Answers, Ask]> = {}
