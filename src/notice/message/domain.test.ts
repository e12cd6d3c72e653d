import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isCoordination,
  type NotificationFacts,
  notifiesResident,
  occupantOf,
  type PlannedNotification,
  planNotifications,
} from './domain.ts'

const address = {
  address_line1: '12 Oak St',
  address_line2: 'Unit 4',
  address_city: 'Los Angeles',
  address_state: 'CA',
  address_zip: '90012',
}

const full: NotificationFacts = {
  event: 'booked',
  status: 'confirmed',
  occupancy: 'resident',
  mailUpgrade: true,
  agent: { name: 'Dana', phone: 'agent-phone', email: 'agent@x' },
  resident: { name: 'Rosa Alvarez', phone: 'resident-phone', email: 'resident@x', textConsent: true, address },
  buyer: { name: 'Maria', phone: 'buyer-phone', email: 'buyer@x' },
  buyerAgentEmail: 'buyers-agent@x',
}

/** `sms listing_agent agent-phone`, `email buyer buyer@x cc agent@x`, `… not_sent` */
const brief = (rows: PlannedNotification[]) =>
  rows.map((row) => {
    const to = typeof row.recipient === 'string' ? row.recipient : row.recipient.name
    const cc = row.cc.length ? ` cc ${row.cc.join(',')}` : ''
    return `${row.channel} ${row.role} ${to}${cc}${row.status === 'queued' ? '' : ` ${row.status}`}`
  })

/** Every combination of present and missing facts: 2 × 3 × 2^9. */
function* allFacts(): Generator<NotificationFacts> {
  for (const status of ['pending', 'confirmed'] as const) {
    for (const occupancy of ['owner', 'resident', 'vacant'] as const) {
      for (let bits = 0; bits < 512; bits++) {
        const has = (bit: number) => (bits & (1 << bit)) !== 0
        const contact = (known: NotificationFacts['agent'], phone: number, email: number) => ({
          name: known.name,
          phone: has(phone) ? known.phone : null,
          email: has(email) ? known.email : null,
        })
        yield {
          event: 'booked',
          status,
          occupancy,
          mailUpgrade: has(0),
          agent: contact(full.agent, 1, 2),
          resident: { ...full.resident, ...contact(full.resident, 3, 4), textConsent: has(5) },
          buyer: contact(full.buyer, 6, 7),
          buyerAgentEmail: has(8) ? full.buyerAgentEmail : null,
        }
      }
    }
  }
}

// One line per sentence of the specification. T: a tenant lives there; O: the owner lives there; P: phone; E: email; a:
// agent; r: resident; b: buyer.
const RULES: [row: string, when: (f: Record<string, boolean>) => boolean | undefined][] = [
  ['sms listing_agent agent-phone', (f) => f.aP],
  ['sms resident resident-phone', (f) => f.confirmed && (f.T || f.O) && f.rP && f.consent],
  ['sms resident resident-phone not_sent', (f) => f.confirmed && (f.T || f.O) && f.rP && !f.consent],
  ['sms buyer buyer-phone', (f) => f.bP],
  ['email listing_agent agent@x cc resident@x', (f) => f.confirmed && (f.T || f.O) && f.aE && f.rE],
  ['email listing_agent agent@x', (f) => f.aE && !(f.confirmed && (f.T || f.O) && f.rE)],
  ['email resident resident@x', (f) => f.confirmed && (f.T || f.O) && f.rE && !f.aE],
  ['email buyer buyer@x', (f) => f.bE && !f.aE && !f.bA],
  ['email buyer buyer@x cc agent@x', (f) => f.bE && f.aE && !f.bA],
  ['email buyer buyer@x cc buyers-agent@x', (f) => f.bE && !f.aE && f.bA],
  ['email buyer buyer@x cc agent@x,buyers-agent@x', (f) => f.bE && f.aE && f.bA],
  ['certified_mail resident Rosa Alvarez', (f) => f.confirmed && f.T && f.upgrade],
]

test('plans exactly the messages of the rules for every combination of people, consent, upgrade, and approval', () => {
  let combinations = 0
  const used = new Set<string>()
  for (const facts of allFacts()) {
    const flags = {
      confirmed: facts.status === 'confirmed',
      T: facts.occupancy === 'resident',
      O: facts.occupancy === 'owner',
      upgrade: facts.mailUpgrade,
      consent: facts.resident.textConsent,
      aP: facts.agent.phone !== null,
      aE: facts.agent.email !== null,
      rP: facts.resident.phone !== null,
      rE: facts.resident.email !== null,
      bP: facts.buyer.phone !== null,
      bE: facts.buyer.email !== null,
      bA: facts.buyerAgentEmail !== null,
    }
    const expected = RULES.filter(([, when]) => when(flags)).map(([row]) => row)
    assert.deepEqual(brief(planNotifications(facts)).sort(), expected.sort(), JSON.stringify(facts))
    for (const row of expected) used.add(row)
    combinations++
  }
  assert.equal(combinations, 3072)
  assert.equal(used.size, RULES.length)
})

test('never notifies a resident of a pending booking or a vacant property, and never notifies anyone twice', () => {
  for (const facts of allFacts()) {
    const rows = planNotifications(facts)
    const keys = rows.map((row) => `${row.channel} ${row.role}`)
    assert.equal(new Set(keys).size, keys.length)
    assert.ok(rows.every((row) => row.recipient !== null && !row.cc.includes(row.recipient as string)))
    if (facts.status === 'pending' || facts.occupancy === 'vacant') {
      assert.doesNotMatch(JSON.stringify(rows), /resident-phone|resident@x|Rosa/)
    }
  }
})

test('plans the messages of a confirmed showing where a tenant lives', () => {
  assert.deepEqual(brief(planNotifications(full)), [
    'sms listing_agent agent-phone',
    'sms resident resident-phone',
    'sms buyer buyer-phone',
    'email listing_agent agent@x cc resident@x',
    'email buyer buyer@x cc agent@x,buyers-agent@x',
    'certified_mail resident Rosa Alvarez',
  ])
  assert.deepEqual(planNotifications(full).at(-1)?.recipient, { name: 'Rosa Alvarez', ...address })
})

test('plans the messages of the same showing while it waits for approval', () => {
  assert.deepEqual(brief(planNotifications({ ...full, status: 'pending' })), [
    'sms listing_agent agent-phone',
    'sms buyer buyer-phone',
    'email listing_agent agent@x',
    'email buyer buyer@x cc agent@x,buyers-agent@x',
  ])
})

test('the text to a resident who did not agree to texts is on record as not sent, with the reason', () => {
  const rows = planNotifications({ ...full, resident: { ...full.resident, textConsent: false } })
  const text = rows.find((row) => row.channel === 'sms' && row.role === 'resident')
  assert.equal(text?.status, 'not_sent')
  assert.equal(text?.reason, 'The resident has not agreed to text messages')
  assert.ok(rows.filter((row) => row !== text).every((row) => row.status === 'queued' && row.reason === null))
})

test('only the buyer hears that someone else took their time', () => {
  for (const status of ['pending', 'confirmed'] as const) {
    const rows = brief(planNotifications({ ...full, event: 'slot_lost', status }))
    assert.deepEqual(rows, ['sms buyer buyer-phone', 'email buyer buyer@x'])
  }
  const noPhone = { ...full, event: 'slot_lost' as const, buyer: { ...full.buyer, phone: ' ' } }
  assert.deepEqual(brief(planNotifications(noPhone)), ['email buyer buyer@x'])
})

test('a letter goes to the resident even if we do not know the name', () => {
  const rows = planNotifications({ ...full, resident: { ...full.resident, name: null } })
  assert.equal(brief(rows).at(-1), 'certified_mail resident Current Resident')
})

test('never sends one mailbox both an email and its copy', () => {
  const owner = { ...full, occupancy: 'owner' as const, resident: { ...full.resident, email: 'AGENT@x' } }
  const mails = brief(planNotifications(owner)).filter((row) => row.startsWith('email'))
  assert.deepEqual(mails.slice(0, 2), ['email listing_agent agent@x', 'email resident AGENT@x'])

  const oneAgent = planNotifications({ ...full, buyerAgentEmail: 'Agent@X' })
  assert.deepEqual(oneAgent.find((row) => row.role === 'buyer' && row.channel === 'email')?.cc, ['agent@x'])
  const ownAgent = planNotifications({ ...full, buyerAgentEmail: 'buyer@x' })
  assert.deepEqual(ownAgent.find((row) => row.role === 'buyer' && row.channel === 'email')?.cc, ['agent@x'])
})

test('ignores blank contacts', () => {
  const blank = { name: ' ', phone: '  ', email: '' }
  const rows = planNotifications({
    ...full,
    agent: blank,
    resident: { ...full.resident, ...blank },
    buyerAgentEmail: ' ',
  })
  assert.deepEqual(brief(rows), [
    'sms buyer buyer-phone',
    'email buyer buyer@x',
    'certified_mail resident Current Resident',
  ])
})

test('only an email to the agent with a copy to the resident is a coordination email', () => {
  const found = planNotifications(full).filter(isCoordination)
  assert.deepEqual(brief(found), ['email listing_agent agent@x cc resident@x'])
  assert.ok(!planNotifications({ ...full, occupancy: 'vacant' }).some(isCoordination))
})

test("notifies an owner who lives there with the owner's details if the resident's are missing", () => {
  const none = { name: null, phone: null, email: null }
  const owner = { name: 'Olive Owner', phone: '1', email: 'o@x' }
  const rosa = { name: 'Rosa', phone: '2', email: null }
  assert.deepEqual(occupantOf({ occupancy: 'owner', resident: none, owner }), owner)
  assert.deepEqual(occupantOf({ occupancy: 'owner', resident: rosa, owner }), {
    name: 'Rosa',
    phone: '2',
    email: 'o@x',
  })
  assert.deepEqual(occupantOf({ occupancy: 'resident', resident: rosa, owner }), rosa)
  assert.deepEqual(occupantOf({ occupancy: 'resident', resident: none, owner }), none)
  assert.deepEqual(occupantOf({ occupancy: 'vacant', resident: rosa, owner }), none)
})

test('only a message to the resident, or to the agent with a copy to the resident, notifies the resident', () => {
  assert.deepEqual(brief(planNotifications(full).filter(notifiesResident)), [
    'sms resident resident-phone',
    'email listing_agent agent@x cc resident@x',
    'certified_mail resident Rosa Alvarez',
  ])
})
