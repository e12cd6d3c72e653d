import { type Answers, type Ask, writers } from './callers.ts'

const ofNobody: Ask = () => ({ path: '01900000-0000-7000-8000-000000000000' })

/** Rows of the table in test/roles.test.ts. */
export const oracleRoutes: Record<string, [Answers, Ask]> = {
  // These callers have no access code. src/oracle/document/service.test.ts tests callers who have one.
  'POST /oracle/upload': [writers(403), () => ({})],
  'GET /oracle/files': [writers(403), () => ({})],
  'GET /oracle/files/{id}': [writers(403), ofNobody],
  'DELETE /oracle/files/{id}': [writers(403), ofNobody],
  'GET /oracle/files/{id}/content': [writers(403), ofNobody],
  'GET /oracle/files/{id}/pages/{number}': [writers(403), ofNobody],
  // src/oracle/conversation/question-service.test.ts and src/oracle/conversation/service.test.ts test ownership.
  'GET /oracle/engine': [writers(403), () => ({})],
  'POST /oracle/chat': [writers(403), () => ({ body: { message: 'Hello' } })],
  'GET /oracle/conversations': [writers(403), () => ({})],
  'GET /oracle/conversations/{id}': [writers(403), ofNobody],
  'PATCH /oracle/conversations/{id}': [writers(403), ofNobody],
  'DELETE /oracle/conversations/{id}': [writers(403), ofNobody],
  'POST /oracle/conversations/{id}/restore': [writers(403), ofNobody],
  'GET /oracle/conversations/{id}/events': [writers(403), ofNobody],
  'GET /oracle/conversations/{id}/export.md': [writers(403), ofNobody],
  'GET /oracle/conversations/{id}/export.json': [writers(403), ofNobody],
  'GET /oracle/export.md': [writers(403), () => ({})],
  'GET /oracle/export.json': [writers(403), () => ({})],
  'POST /oracle/messages/{id}/stop': [writers(403), ofNobody],
  'POST /oracle/messages/{id}/regenerate': [writers(403), ofNobody],
}
