import type { Page } from '@playwright/test'
import { type FakeStripe, startStripe } from '../fakes/stripe.ts'
import type { Home } from './agent-home.ts'
import { bookButton, chooseTime, expect, fillDetails, newPerson, openBookingPage, payButton, test } from './journey.ts'
import { START_MS, startProduct } from './server.ts'

// Stripe's own script is not available here. A substitute follows its documentation, on the real page
// with the real policy, and with our fake Stripe server.
test.describe.configure({ mode: 'serial' })

let stripe: FakeStripe
let product: Awaited<ReturnType<typeof startProduct>>
const shared = process.env.E2E_URL
test.beforeAll(async () => {
  test.setTimeout(START_MS)
  stripe = await startStripe()
  product = await startProduct({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_fake',
    STRIPE_API_BASE: stripe.url,
  })
  process.env.E2E_URL = product.url
})
test.afterAll(async () => {
  if (shared) process.env.E2E_URL = shared
  await product.stop()
  await stripe.close()
})

const SCRIPT = `
window.Stripe = (key) => {
  let secret
  const heard = {}
  const element = {
    mount(place) {
      place.innerHTML = '<label>Card number <input></label>'
      const event = window.isFormDown ? 'loaderror' : 'ready'
      setTimeout(() => (heard[event] ?? []).forEach((hear) => hear({})), 20)
    },
    on(name, hear) { (heard[name] ??= []).push(hear); return element },
    once: () => element, off: () => element, update() {}, destroy() {}, unmount() {},
  }
  const elements = {
    create: () => element, getElement: () => element, update() {}, on() {},
    submit: async () => (document.querySelector('label input').value
      ? {} : { error: { type: 'validation_error', message: 'Your card number is incomplete.' } }),
    fetchUpdates: async () => ({}),
  }
  return {
    elements: (options) => { secret = options.clientSecret; return elements },
    createToken() {}, createPaymentMethod() {}, confirmCardPayment() {}, registerAppInfo() {}, _registerWrapper() {},
    retrievePaymentIntent: (asked) => window.atStripe('retrieve', asked, '', null),
    confirmPayment: ({ redirect, confirmParams }) => window.atStripe('confirm', secret,
      document.querySelector('label input').value, { redirect, ...confirmParams }).then((answer) => {
        if (!answer.goTo) return answer
        window.location.href = answer.goTo
        return new Promise(() => {})
      }),
  }
}`

const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

type Confirmed = {
  redirect: string
  return_url: string
  payment_method_data: { billing_details: Record<string, string> }
}

/** Opens Stripe's form from the booking page. */
async function reachForm(page: Page, home: Home) {
  const asked: Confirmed[] = []
  let intentId = ''
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
  )
  await page.exposeFunction('atStripe', (what: string, secret: string, card: string, params: Confirmed | null) => {
    intentId = secret.split('_secret')[0] ?? ''
    const intent = stripe.intents.get(intentId)
    if (what === 'retrieve') return { paymentIntent: intent }
    if (params) asked.push(params)
    if (card === 'declined') return { error: { type: 'card_error', message: 'Your card has insufficient funds.' } }
    if (card === 'broken') return { error: { type: 'api_error', message: 'internal words of Stripe' } }
    if (card === 'unauthenticated')
      return {
        error: {
          type: 'invalid_request_error',
          code: 'payment_intent_authentication_failure',
          message: NOT_AUTHENTICATED,
        },
      }
    if (card === 'bank, no' && intent) {
      Object.assign(intent, { last_payment_error: { message: NOT_AUTHENTICATED } })
      return { goTo: `${params?.return_url}?payment_intent=${intentId}&redirect_status=failed` }
    }
    if (card === 'processing' && intent) {
      intent.status = 'processing'
      setTimeout(() => {
        intent.status = 'requires_payment_method'
        stripe.pay(intentId)
      }, 1200)
      return { paymentIntent: { ...intent } }
    }
    stripe.pay(intentId)
    if (card === 'bank, killed') return { goTo: 'about:blank' }
    if (card === 'bank, yes')
      return { goTo: `${params?.return_url}?payment_intent=${intentId}&redirect_status=succeeded` }
    return { paymentIntent: stripe.intents.get(intentId) }
  })
  const person = newPerson()
  await openBookingPage(page, home)
  await chooseTime(page)
  await fillDetails(page, person)
  await bookButton(page).click()
  await expect(payButton(page)).toBeVisible()
  return { person, asked, intentId: () => intentId, secret: () => stripe.intents.get(intentId)?.client_secret ?? '' }
}

async function payBy(page: Page, card: string) {
  await page.getByLabel('Card number').fill(card)
  await payButton(page).click()
}
const expectBooked = (page: Page) => expect(page.getByText('Confirmation number')).toBeVisible()

test("pays by card through Stripe, with the buyer's billing details", async ({ page, home }) => {
  const { person, asked } = await reachForm(page, home)
  await expect(page.getByText('Test mode')).toHaveCount(0)
  await payBy(page, '4242')
  await expectBooked(page)
  expect(asked).toHaveLength(1)
  expect(asked[0]?.redirect).toBe('if_required')
  expect(asked[0]?.payment_method_data.billing_details).toEqual(person)
})

test("a refusal shows Stripe's message, a fault shows ours, and another card can be tried", { tag: '@proofs' }, async ({
  page,
  home,
}) => {
  await reachForm(page, home)
  const alert = (words: string) => page.getByRole('alert').filter({ hasText: words })
  await payButton(page).click()
  await expect(alert('Your card number is incomplete.')).toBeVisible()
  await payBy(page, 'declined')
  await expect(alert('Your card has insufficient funds.')).toBeVisible()
  await payBy(page, 'broken')
  await expect(alert('An unexpected error occurred')).toBeVisible()
  await payBy(page, '4242')
  await expectBooked(page)
})

test('a failed 3-D Secure has a message, and another card can be tried', { tag: '@proofs' }, async ({ page, home }) => {
  await reachForm(page, home)
  await payBy(page, 'unauthenticated')
  await expect(page.getByRole('alert').filter({ hasText: NOT_AUTHENTICATED })).toBeVisible()
  await payBy(page, '4242')
  await expectBooked(page)
})

test("after a confirmation on the bank's page, books the showing without another click", async ({ page, home }) => {
  await reachForm(page, home)
  await payBy(page, 'bank, yes')
  await expectBooked(page)
})

test("a phone that ends the browser on the bank's page still finds the showing booked", async ({
  page,
  home,
  context,
}) => {
  const { secret } = await reachForm(page, home)
  await payBy(page, 'bank, killed')
  await page.waitForURL('about:blank')
  // A new tab has its own session storage.
  await page.close()
  const next = await context.newPage()
  await next.goto(`/showingbooker/book/${home.slug}?payment_intent_client_secret=${secret()}&redirect_status=succeeded`)
  await expectBooked(next)
})

test("a refusal on the bank's page shows its reason, and another card can be tried", {
  tag: '@proofs',
}, async ({ page, home }) => {
  await reachForm(page, home)
  await payBy(page, 'bank, no')
  await expect(page.getByRole('alert').filter({ hasText: NOT_AUTHENTICATED })).toBeVisible()
  await payBy(page, '4242')
  await expectBooked(page)
})

test('waits for a payment that the bank is still processing', { tag: '@proofs' }, async ({ page, home }) => {
  await reachForm(page, home)
  await payBy(page, 'processing')
  await expectBooked(page)
})

test('shows a price that another tab changed before the buyer pays', { tag: '@proofs' }, async ({ page, home }) => {
  const { intentId } = await reachForm(page, home)
  await payBy(page, 'declined')
  await expect(page.getByRole('alert').filter({ hasText: 'insufficient' })).toBeVisible()
  const intent = stripe.intents.get(intentId())
  if (intent) intent.amount = 3500
  await payBy(page, '4242')
  await expect(page.getByRole('alert').filter({ hasText: 'The price is now $35.00' })).toBeVisible()
  expect(stripe.intents.get(intentId())?.status).toBe('requires_payment_method')
})

test('a hold that Stripe has ended leads back to the times', { tag: '@proofs' }, async ({ page, home }) => {
  const { intentId } = await reachForm(page, home)
  await payBy(page, 'declined')
  await expect(page.getByRole('alert').filter({ hasText: 'insufficient' })).toBeVisible()
  const intent = stripe.intents.get(intentId())
  if (intent) intent.status = 'canceled'
  await payButton(page).click()
  await expect(page.getByText('Your hold on this time has ended. Please choose a time again.')).toBeVisible()
})

test('the form says that its script failed to load, and can retry', { tag: '@proofs' }, async ({ page, home }) => {
  await page.route('https://js.stripe.com/**', (route) => route.abort())
  await openBookingPage(page, home)
  await chooseTime(page)
  await fillDetails(page, newPerson())
  await bookButton(page).click()
  await expect(page.getByText("The card form didn't load.")).toBeVisible()
  await page.unrouteAll()
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(payButton(page)).toBeVisible()
})

test('the form that fails to load can be loaded again', { tag: '@proofs' }, async ({ page, home }) => {
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
  )
  const setDown = (isFormDown: boolean) => page.evaluate((is) => Object.assign(window, { isFormDown: is }), isFormDown)
  await openBookingPage(page, home)
  await chooseTime(page)
  await fillDetails(page, newPerson())
  await setDown(true)
  await bookButton(page).click()
  await expect(page.getByText("The card form didn't load.")).toBeVisible()
  await setDown(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(payButton(page)).toBeVisible()
  await expect(page.getByText("The card form didn't load.")).toHaveCount(0)
})

test('loads nothing from Stripe before the page asks for the card', async ({ page }) => {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await page.goto('/showingbooker/book/sample-property', { waitUntil: 'networkidle' })
  expect(urls.filter((url) => /stripe/i.test(url))).toEqual([])
})
