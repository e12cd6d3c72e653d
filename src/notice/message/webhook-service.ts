import type { Database } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { dialable } from '../../platform/phone.ts'
import * as t from '../../platform/text/fault.ts'
import { keywordOf } from './keyword-domain.ts'
import { listOptedOut, setOptedOut } from './opt-out-repository.ts'
import type { Carriage, SignedCall } from './ports.ts'
import type { MessageDeps } from './sending-service.ts'
import { textReply } from './text-messages.ts'
import {
  findHandedOver,
  findReceived,
  insertInbound,
  insertStray,
  queueFallback,
  recordCarriage,
} from './webhook-repository.ts'

type WebhookDeps = Pick<MessageDeps, 'db' | 'clock' | 'log' | 'publicUrl' | 'textLine' | 'letterLine' | 'receiveWords'>

/** Records what the text vendor reports about a text. @throws DomainError forbidden, not_found */
export async function receiveTextStatus(deps: WebhookDeps, call: SignedCall): Promise<void> {
  await record(deps, lineOf(deps.textLine).readCarriage(call))
}

/**
 * Receives a text: obeys STOP, START, and HELP at once, and passes on other words.
 * @returns the answer in the vendor's format
 */
export async function receiveText(deps: WebhookDeps, call: SignedCall): Promise<string> {
  const { db, clock, publicUrl } = deps
  const line = lineOf(deps.textLine)
  const inbound = line.readInbound(call)
  const { from, text, reference, isAnswered } = inbound
  const asked = keywordOf(text)
  const before = await findReceived(db, reference)
  // The vendor may repeat a "yes" that ended a STOP. By then the phone takes texts, but the "yes" still answers no
  // question.
  const isAnswer = asked === 'start' && isYes(text) && before !== 'inbound.start' && !(await isOptedOut(db, from))
  const keyword = isAnswer ? null : asked
  // The vendor may call twice, and the owner may have said the opposite since, so only the first call counts. We note
  // the call last, so that a crash loses no keyword.
  if ((keyword === 'stop' || keyword === 'start') && before === null) {
    const optOut = { phone: from, isOut: keyword === 'stop', word: keyword, reference }
    await setOptedOut(db, optOut, clock.now().toString())
  }
  await insertInbound(db, { id: reference, type: `inbound.${keyword ?? 'text'}` }, clock.now().toString())
  if (!keyword) {
    const answer = await deps.receiveWords(inbound)
    return line.reply(answer && (await isOptedOut(db, from)) ? null : answer)
  }
  return line.reply(isAnswered ? null : textReply(keyword, `${publicUrl}/support`))
}

/** A "yes" also answers a question. It means START only from a phone that opted out. */
const isYes = (text: string) => /^\W*yes\W*$/i.test(text)

async function isOptedOut(db: Database, from: string): Promise<boolean> {
  const number = dialable(from)
  return number !== null && (await listOptedOut(db, [number])).has(number)
}

/** Records what the post office reports about a letter. @throws DomainError forbidden, not_found */
export async function receiveLetterEvent(deps: WebhookDeps, call: SignedCall): Promise<void> {
  await record(deps, lineOf(deps.letterLine).readCarriage(call))
}

async function record(deps: WebhookDeps, carriage: Carriage | null): Promise<void> {
  const { db, clock, log } = deps
  if (!carriage) return
  if (carriage.optedOut) {
    const optOut = { phone: carriage.optedOut, isOut: true, word: carriage.code ?? '', reference: carriage.reference }
    // A report may come late or twice, and the owner may have said START since.
    const handedOver = await findHandedOver(db, carriage)
    await setOptedOut(db, optOut, handedOver?.toISOString() ?? clock.now().toString())
  }
  const isKnown = await recordCarriage(db, carriage, clock.now().toString())
  if (carriage.state === 'undelivered') await queueFallback(db, carriage, clock.now().toString())
  if (isKnown) return
  const { eventId: id, vendor, type } = carriage
  log.warn({ vendor, type }, 'got a delivery report for an unknown message')
  await insertStray(db, { id, vendor, type }, clock.now().toString())
}

function lineOf<Line>(line: Line | null): Line {
  if (!line) throw notFound(t.noSuchRoute())
  return line
}
