import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import type { MessageSender, OutgoingMessage } from '../../src/notice/message/ports.ts'

/** A sender, a message of its kind, and a count of arrivals. */
export type MessageBench = {
  sender: MessageSender
  message: OutgoingMessage
  countArrived(): Promise<number>
}

/** Returns a message that is ready to go. */
export const outgoing = (change: Partial<OutgoingMessage>): OutgoingMessage => ({
  id: randomUUIDv7(),
  bookingId: randomUUIDv7(),
  role: 'buyer',
  from: null,
  to: '213-555-0142',
  cc: [],
  subject: null,
  text: 'Your showing is booked.',
  html: null,
  copy: null,
  calendar: null,
  attachmentKey: null,
  plannedAt: new Date().toISOString(),
  isRepeat: false,
  ...change,
})

/** Tests what every message sender must do. The embedded ones and the real ones pass. */
export function messageContract(name: string, bench: () => Promise<MessageBench>): void {
  test(`${name}: accepts a message and returns the vendor's ID for it`, async () => {
    const { sender, message, countArrived } = await bench()
    const before = await countArrived()
    assert.ok((await sender.send(message)).reference)
    assert.equal(await countArrived(), before + 1)
  })

  test(`${name}: delivers a repeated message once, with the same ID`, async () => {
    const { sender, message, countArrived } = await bench()
    const before = await countArrived()
    const first = await sender.send(message)
    assert.deepEqual(await sender.send({ ...message, isRepeat: true }), first)
    assert.equal(await countArrived(), before + 1)
  })

  test(`${name}: delivers two messages with the same text`, async () => {
    const { sender, message, countArrived } = await bench()
    const before = await countArrived()
    const one = await sender.send(message)
    const other = await sender.send({ ...message, id: randomUUIDv7(), delivered: [] })
    assert.notEqual(one.reference, other.reference)
    assert.equal(await countArrived(), before + 2)
  })
}
