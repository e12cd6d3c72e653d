import { type Answers, type Ask, writers } from './callers.ts'

const ofNobody: Ask = () => ({ path: '01900000-0000-7000-8000-000000000000' })

/** Rows of the table in test/roles.test.ts. */
export const oracleRoutes: Record<string, [Answers, Ask]> = {
  // Each without the code: what it opens is in src/features/document/service.test.ts.
  'POST /oracle/upload': [writers(403), () => ({})],
  'GET /oracle/files': [writers(403), () => ({})],
  'GET /oracle/files/{id}': [writers(403), ofNobody],
  'DELETE /oracle/files/{id}': [writers(403), ofNobody],
  'GET /oracle/files/{id}/content': [writers(403), ofNobody],
  'GET /oracle/files/{id}/pages/{number}': [writers(403), ofNobody],
}
