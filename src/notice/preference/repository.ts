import { sql } from 'kysely'
import { constraintOf, type Database } from '../../platform/db/connect.ts'
import type { Choice, ChoiceChange, Topic } from './domain.ts'

/** Lists an account's choices. Topics without a choice are missing. */
export async function listChoices(db: Database, accountId: string): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    select topic, by_text as sms, by_email as email from message_choice where account_id = ${accountId}`.execute(db)
  return rows
}

/** Lists the choices of several accounts. */
export async function listChoicesOf(db: Database, accountIds: string[]): Promise<Map<string, Choice[]>> {
  const { rows } = await sql<Choice & { of: string }>`
    select account_id as of, topic, by_text as sms, by_email as email from message_choice
    where account_id = any(${accountIds}::uuid[])`.execute(db)
  return Map.groupBy(rows, ({ of }) => of)
}

/** Lists which of these accounts want a topic by email and not by text. */
export async function listEmailOnly(db: Database, accountIds: string[], topic: Topic): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from message_choice
    where account_id = any(${accountIds}::uuid[]) and topic = ${topic} and by_email and not by_text`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Saves the given ways. @returns `false` if the choice is not allowed, because requests must reach the agent */
export async function saveChoice(db: Database, accountId: string, { topic, ...ways }: ChoiceChange): Promise<boolean> {
  const { sms = null, email = null } = ways
  try {
    await sql`
      insert into message_choice (account_id, topic, by_text, by_email)
      values (${accountId}, ${topic}, coalesce(${sms}::boolean, true), coalesce(${email}::boolean, true))
      on conflict (account_id, topic) do update set
        by_text = coalesce(${sms}::boolean, message_choice.by_text),
        by_email = coalesce(${email}::boolean, message_choice.by_email)`.execute(db)
    return true
  } catch (error) {
    if (constraintOf(error) === 'message_choice_request_reaches') return false
    throw error
  }
}
