import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { type MailServer, startMailServer } from '../../../test/fakes/mail-server.ts'
import { bookShowing } from '../../../test/scene.ts'

let mail: MailServer
let app: TestApp
before(async () => {
  mail = await startMailServer()
  app = await testApp({ env: { SMTP_URL: mail.url, MAIL_FROM: 'Us <us@showings.example.com>' } })
})
after(async () => {
  await app.close()
  await mail.close()
})

test('does not send an email again if the database could not record it at once', async () => {
  const home = await makeProperty(app.db, { occupancy: 'resident' })
  const { booking } = await bookShowing(app, makeForm(home.slug))
  // A sequence keeps counting after a rollback, so only the first four tries to note a mailbox fail.
  await sql`create sequence tries`.execute(app.db)
  await sql`create function cut_off() returns trigger language plpgsql as
    $$ begin if nextval('tries') <= 4 then raise exception 'cut off'; end if; return new; end $$`.execute(app.db)
  await sql`create trigger cut_off before update of delivered on notification for each row
    execute function cut_off()`.execute(app.db)
  await app.runJobs()
  await app.jobs['notification.deliver']?.({ bookingId: booking.id, attempt: 2 }, { isLastAttempt: false })
  const copies = mail.arrived.map(({ mail: { messageId }, recipients }) => `${messageId} ${recipients}`)
  assert.ok(copies.length >= 3, `${copies}`)
  assert.deepEqual(copies, [...new Set(copies)])
  const { rows } = await sql<{ status: string }>`
    select distinct status from notification where booking_id = ${booking.id} and channel = 'email'`.execute(app.db)
  assert.deepEqual(rows, [{ status: 'sent' }])
})
