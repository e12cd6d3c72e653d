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
  async payToKeep({ clientSecret }, later) {
    const number = { paid: goodCard.number, declined: '4000 0000 0000 0341', action: '4000 0027 6000 3184' }[later]
    const billing = { name: 'A', email: 'a@b.example', phone: '1' }
    await app.sandbox.confirm({ clientSecret, card: { ...goodCard, number }, billing })
    if (later === 'action') await app.sandbox.act(clientSecret, 'complete')
  },
}))
