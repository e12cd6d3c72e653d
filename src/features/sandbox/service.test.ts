import { after, before } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { goodCard } from '../../../test/factories.ts'
import { paymentContract } from '../../../test/fakes/payment-contract.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  app.clock.set(Temporal.Now.instant().toString())
})
after(() => app.close())

paymentContract('sandbox', () => ({
  provider: app.provider,
  async pay({ clientSecret }) {
    await app.sandbox.confirm({
      clientSecret,
      card: goodCard,
      billing: { name: 'A', email: 'a@b.example', phone: '1' },
    })
  },
}))
