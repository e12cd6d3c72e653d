import { newAccount, newEmail, PASSWORD } from './agent-home.ts'
import { expectAccessible } from './axe.ts'
import { expect, otherVisitor, test } from './journey.ts'
import { linkTo } from './mailbox.ts'

test('an email changes with the password and a link to the new one, which a phone without scripts opens', async ({
  page,
  browser,
}) => {
  const { email } = await newAccount(page.context(), PASSWORD)
  const changed = newEmail()
  await page.goto('/account/profile')
  await page.getByRole('link', { name: 'security page' }).click()
  const card = page.locator('#email')
  const open = card.getByRole('button', { name: 'Change email' })
  await open.click()
  const field = card.getByLabel('New email')
  await expect(field).toBeFocused()
  await card.getByRole('button', { name: 'Send the link' }).click()
  await expect(card.getByText('Please enter your email')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill(changed)
  await card.getByLabel('Your password').fill('a wrong one')
  await card.getByRole('button', { name: 'Send the link' }).click()
  await expect(card.getByText('That password is incorrect')).toBeVisible()
  await card.getByLabel('Your password').fill(PASSWORD)
  await card.getByRole('button', { name: 'Send the link' }).click()
  await expect(card.getByText(`Open the link that we sent to ${changed}`)).toBeVisible()
  await expect(open).toBeFocused()
  await expect(card.getByText(`You sign in with ${email}.`)).toBeVisible()
  await expectAccessible(page, '/account/security')

  const admin = await otherVisitor(browser)
  await admin.goto('/login')
  const link = await linkTo(admin, { email: changed }, 'confirm-new-email')
  await admin.context().close()
  const phone = await browser.newPage({ javaScriptEnabled: false })
  await phone.goto(link)
  await phone.getByRole('button', { name: 'Use this email' }).click()
  await expect(phone.getByRole('heading', { name: 'Your email is changed' })).toBeVisible()
  await expect(phone.getByText(`You now sign in with ${changed}.`)).toBeVisible()
  await phone.goto(link)
  await phone.getByRole('button', { name: 'Use this email' }).click()
  await expect(phone.getByText('This link has expired or was already used.')).toBeVisible()
  await phone.context().close()

  await page.reload()
  await expect(card.getByText(`You sign in with ${changed}.`)).toBeVisible()
  await open.click()
  await field.fill(email)
  await card.getByLabel('Your password').fill(PASSWORD)
  await card.getByRole('button', { name: 'Send the link' }).click()
  await card.getByRole('button', { name: 'Cancel the change' }).click()
  await expect(card.getByText('We canceled the change. The link no longer works.')).toBeVisible()
  await expect(card.getByText(`Open the link`)).toHaveCount(0)
  await expect(open).toBeFocused()
})
