import { agentHome, book, changeHome, newAgent, newHome, OCCUPIED, visitFirst } from './agent-home.ts'
import {
  baseUrl,
  bookButton,
  chooseTime,
  expect,
  fillDetails,
  newPerson,
  openBookingPage,
  otherVisitor,
  signInAsAdmin,
  test,
} from './journey.ts'

// A page stays unchanged while someone acts in another tab or on another device.

test('a buyer who reads that we charge nothing keeps a showing that the agent approves at that moment', async ({
  page,
  context,
}) => {
  const home = await agentHome(context)
  await changeHome(context, home.id, { booking_approval: 'manual' })
  const { id, manageUrl } = await book(context, home, 20)
  await page.goto(new URL(manageUrl).pathname)
  await page.getByRole('button', { name: 'Cancel this showing' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this showing' })
  await expect(dialog).toContainText("You won't be charged.")
  const path = `/api/showingbooker/bookings/${id}/approve`
  const approved = await context.request.post(path, { headers: { origin: baseUrl() }, data: {} })
  expect(approved.status(), await approved.text()).toBe(200)
  await dialog.getByRole('button', { name: 'Cancel showing', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'This showing has changed since you opened it. Review it again, then decide.',
  )
  const close = dialog.getByRole('button', { name: 'Close' }).last()
  await expect(close).toBeFocused()
  await close.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your showing is confirmed' })).toBeVisible()
  await expect(page.getByText('Your $25.00 fee is non-refundable.')).toBeVisible()
})

test('a kept posting of a notice is not recorded if the buyer has moved the showing, and stays until discarded', async ({
  page,
  context,
}) => {
  const home = await newHome(context.request, OCCUPIED)
  const { id, manageUrl } = await book(context, home, 60)
  await page.goto('/overview')
  await page.getByRole('button', { name: /^I posted it/ }).click()
  const dialog = page.getByRole('dialog', { name: 'I posted the notice' })
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Record without a photo' }).click()
  await expect(dialog).toBeHidden()
  const path = `/api/showingbooker/public/property/${home.slug}/availability`
  const { days } = await (await context.request.get(path)).json()
  const { date, slots } = days.at(-1)
  const move = `/api/showingbooker/public/booking/${new URL(manageUrl).pathname.split('/').at(-1)}/move`
  const data = { showingDate: date, showingTime: slots.at(-1).time }
  const moved = await context.request.post(move, { headers: { origin: baseUrl() }, data })
  expect(moved.status(), await moved.text()).toBe(200)
  await context.setOffline(false)
  const unsent = page.getByRole('status').filter({ hasText: "A posted notice isn't saved yet" })
  await expect(unsent).toContainText('Your notice was for another time, so we did not record it.')
  const { services } = await (await context.request.get(`/api/showingbooker/bookings/${id}/service`)).json()
  expect(services).toEqual([])
  await page.reload()
  await expect(unsent).toContainText('Your notice was for another time, so we did not record it.')
  await unsent.getByRole('button', { name: /^Discard/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(unsent).toBeHidden()
})

test('does not save a form opened as one account as another', async ({ page, context }) => {
  await newAgent(context)
  // Otherwise, the page would load its data again after this visit, perhaps as the other account.
  await visitFirst(page)
  await page.goto('/profile')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Bea Before')
  await page.getByLabel('Phone').fill('(213) 555-0177')
  // The page asks each second who is signed in. It gets no answer until the journey allows one.
  await page.route('**/api/auth/get-session*', (route) => route.abort())
  await newAgent(context)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByRole('alert')).toContainText('This browser is signed in to another account now')
  const stored = await context.request.get('/api/showingbooker/profile')
  expect((await stored.json()).agent_name).toBeNull()
  await page.unroute('**/api/auth/get-session*')
  await expect(name).toHaveValue('Ada Agent')
})

test('two tabs that save different fields of the showing profile keep both', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  await newAgent(context)
  const path = '/api/showingbooker/profile'
  const data = { agent_name: 'Ada Agent', agent_phone: '(213) 555-0144', agent_email: 'ada@example.com' }
  const save = (more: object) =>
    context.request.put(path, { headers: { origin: baseUrl() }, data: { ...data, ...more } })
  expect((await save({ agent_brokerage: 'Old Homes' })).status()).toBe(200)
  await page.route('**/api/showingbooker/events', () => {
    // The stream is never answered, so the page hears of no change.
  })
  await visitFirst(page)
  await page.goto('/profile')
  await expect(page.getByLabel('Brokerage')).toHaveValue('Old Homes')
  expect((await save({ agent_brokerage: 'New Homes' })).status()).toBe(200)
  await page.getByLabel('Name', { exact: true }).fill('Ada Later')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Showing Profile updated successfully!')).toBeVisible()
  expect(await (await context.request.get(path)).json()).toMatchObject({
    agent_name: 'Ada Later',
    agent_brokerage: 'New Homes',
  })
  await expect(page.getByLabel('Brokerage')).toHaveValue('New Homes')
})

test('shows a template saved in another tab before replacing it', { tag: '@proofs' }, async ({ page, context }) => {
  await newAgent(context)
  const path = '/api/showingbooker/message-templates'
  const headers = { origin: baseUrl() }
  const added = await context.request.post(path, { headers, data: { name: 'Keys', words: 'Ask me.' } })
  const { id } = await added.json()
  const saveElsewhere = async (data: object) =>
    expect((await context.request.put(`${path}/${id}`, { headers, data })).status()).toBe(200)
  const stored = async () => (await (await context.request.get(path)).json()).templates
  await page.goto('/showings/messages')
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  const words = dialog.getByLabel('Message', { exact: true })
  const save = dialog.getByRole('button', { name: 'Save template' })
  await saveElsewhere({ name: 'Where the keys are', words: 'In the lockbox.' })
  await words.fill('Under the mat.')
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText('This template has changed since you opened it')
  await expect(dialog.getByRole('alert')).toContainText('“Where the keys are” and says: “In the lockbox.”')
  // On a phone, it is below the fields.
  await expect(dialog.locator(':focus')).toContainText('This template has changed')
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(words).toHaveValue('Under the mat.')
  expect(await stored()).toMatchObject([{ words: 'In the lockbox.' }])
  await saveElsewhere({ name: 'Keys of the house', words: 'In the lockbox.' })
  await save.click()
  await expect(dialog).toBeHidden()
  expect(await stored()).toMatchObject([{ name: 'Keys of the house', words: 'Under the mat.' }])
})

for (const { isRead, which } of [
  { isRead: false, which: 'a page that shows an older link of an owner' },
  { isRead: true, which: 'a question about an older link of an owner' },
])
  test(`${which} doesn't end the newer one`, { tag: '@proofs' }, async ({ page, context }) => {
    const { id } = await agentHome(context)
    const path = `/api/showingbooker/properties/${id}/owner-link`
    const renewElsewhere = async () => {
      const renewed = await context.request.post(path, { headers: { origin: baseUrl() } })
      expect(renewed.status(), await renewed.text()).toBe(201)
      return (await renewed.json()).url as string
    }
    const first = await renewElsewhere()
    await visitFirst(page)
    await page.goto(`/properties/${id}/owner`)
    await expect(page.getByText(first)).toBeVisible()
    await page.getByRole('button', { name: 'Revoke' }).click()
    const second = await renewElsewhere()
    const dialog = page.getByRole('dialog').last()
    if (isRead) {
      // A change of the property makes the page reload behind the question.
      await changeHome(context, id, { rent_amount: 3300 })
      await expect(page.getByText(second)).toBeAttached()
    }
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      "The owner's link was changed in another window. Here's what it is now.",
    )
    await expect(page.getByText(second)).toBeVisible()
    expect((await (await context.request.get(path)).json()).url).toBe(second)
    // The next yes is about the link that the page shows now.
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await expect(page.getByText(second)).toBeHidden()
    expect((await (await context.request.get(path)).json()).url).toBeNull()
  })

test('says that another admin suspended the account first', { tag: '@proofs' }, async ({ page, context, browser }) => {
  const agent = await otherVisitor(browser)
  const { email } = await newAgent(agent.context())
  await agent.context().close()
  await signInAsAdmin(page, `/admin/users?q=${email}`)
  const row = page.getByRole('listitem').filter({ hasText: email })
  await row.getByRole('button', { name: 'Suspend' }).click()
  const { users } = await (await context.request.get(`/api/showingbooker/admin/users?q=${email}`)).json()
  const first = await context.request.post(`/api/showingbooker/admin/users/${users[0].id}/suspend`, {
    headers: { origin: baseUrl() },
    data: { reason: 'Homes of others.' },
  })
  expect(first.status(), await first.text()).toBe(200)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Spam.')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Another admin already suspended this account. Reason: Homes of others.',
  )
  const close = dialog.getByRole('button', { name: 'Close' }).last()
  await expect(close).toBeFocused()
  await close.press('Enter')
  await expect(row.getByText('Suspended', { exact: true })).toBeVisible()
  await expect(row.getByText(/Homes of others\./)).toBeVisible()
})

test('a buyer reads that a property cannot be booked because it was unlisted in the meantime', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const home = await agentHome(context)
  await openBookingPage(page, home)
  await chooseTime(page)
  await fillDetails(page, newPerson())
  await changeHome(context, home.id, { status: 'unlisted' })
  await bookButton(page).click()
  await expect(page.getByRole('heading', { name: 'Property Not Available' })).toBeVisible()
  await expect(page.getByText('took the home off the market')).toBeVisible()
  await expect(page.getByText('Property ID')).toHaveCount(0)
})

test('an agent reads that a property cannot be booked by hand because it was unlisted in the meantime', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const home = await agentHome(context)
  await visitFirst(page)
  await page.route('**/api/showingbooker/events', () => {
    // The stream is never answered, so the page hears of no change.
  })
  await page.goto('/upcoming')
  const dialog = page.getByRole('dialog', { name: 'Book for a visitor' })
  await page.getByRole('link', { name: 'Book for a visitor' }).click()
  await dialog.locator('#showingDate input:enabled').nth(3).check()
  await dialog.locator('#showingTime input:enabled').first().check()
  await dialog.getByLabel("Visitor's name").fill('Paula Phone')
  await dialog.getByLabel('Email').fill('paula@example.com')
  await changeHome(context, home.id, { status: 'unlisted' })
  await dialog.getByRole('button', { name: 'Book showing' }).click()
  await expect(dialog.getByRole('alert')).toHaveText("This property can't be booked right now")
  await expect(dialog.getByLabel("Visitor's name")).toHaveValue('Paula Phone')
})
