import { after, before } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { messageContract, outgoing } from '../../../test/fakes/message-contract.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const address = {
  name: 'Rosa Resident',
  address_line1: '742 Juniper Street',
  address_line2: null,
  address_city: 'Los Angeles',
  address_state: 'CA',
  address_zip: '90012',
}
const messages = {
  sms: () => outgoing({}),
  email: () => outgoing({ from: 'a@b.example', to: 'c@d.example', subject: 'Booked', html: '<p>Booked</p>' }),
  certified_mail: () => outgoing({ from: address, to: address }),
}

for (const channel of ['sms', 'email', 'certified_mail'] as const)
  messageContract(`outbox ${channel}`, async () => ({
    sender: app.outbox.senders[channel],
    message: messages[channel](),
    async countArrived() {
      const { rows } = await sql<{
        n: number
      }>`select count(*) as n from outbox_message where channel = ${channel}`.execute(app.db)
      return rows[0]?.n ?? -1
    },
  }))
