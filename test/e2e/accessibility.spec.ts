import { expectNoFaults, overflow } from './axe.ts'
import {
  bookButton,
  chooseTime,
  expect,
  GOOD_CARD,
  openBookingPage,
  payWith,
  reachCard,
  signIn,
  test,
} from './journey.ts'

test.describe('axe finds nothing', () => {
  test.slow()

  test('on the booking page', async ({ page }, info) => {
    await openBookingPage(page, 'sample-occupied')
    await chooseTime(page, info)
    await bookButton(page).click({ force: true })
    await expect(page.getByText('Please check these points')).toBeVisible()
    await expectNoFaults(page)
  })

  test('from the card to the booking', async ({ page }, info) => {
    await reachCard(page, info)
    await page.getByText('Test card numbers').click()
    await payWith(page, '4000 0000 0000 0002')
    await expect(page.getByText('Your card was declined.')).toBeVisible()
    await expectNoFaults(page)
    await payWith(page, GOOD_CARD)
    await expect(page.getByText('.ics file')).toBeVisible()
    await expectNoFaults(page)
    await page.getByRole('link', { name: 'See your booking' }).click()
    await expect(page.getByText('Directions')).toBeVisible()
    await expectNoFaults(page)
  })

  test('on the public pages', async ({ page }) => {
    for (const path of [
      '/showingbooker',
      '/demo-booking',
      '/showingbooker/terms',
      '/showingbooker/book/none',
      '/nowhere',
      '/login',
      '/forgot-password',
      '/reset-password?token=x',
      '/verify-email?token=x',
      '/unsubscribe/x',
      '/account/deleted?receipt=DEL-7K2M-Q9XA-04BT',
      '/login/code',
      '/public-gallery',
      '/profile/nobody',
    ]) {
      await page.goto(path)
      await expectNoFaults(page)
    }
  })

  test('behind the sign-in', async ({ page }) => {
    await page.goto('/overview')
    await expectNoFaults(page)
    await signIn(page, 'admin@example.com', '/dev/outbox')
    await expectNoFaults(page)
    for (const path of [
      '/account',
      '/account/settings',
      '/account/security',
      '/account/credits',
      '/account/data',
      '/account/delete',
      '/create',
    ]) {
      await page.goto(path)
      await expectNoFaults(page)
    }
    await page.goto('/overview')
    await expectNoFaults(page)
  })
})

test('nothing is wider than a narrow phone', async ({ page }, info) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await openBookingPage(page, 'sample-occupied')
  expect(await overflow(page)).toBe(0)
  await reachCard(page, info)
  expect(await overflow(page)).toBe(0)
})
