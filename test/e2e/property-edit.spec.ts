import sharp from 'sharp'
import { book, changeHome as change, newAgent, OCCUPIED, visitFirst } from './agent-home.ts'
import { expectNoFaults } from './axe.ts'
import { expect, otherVisitor, test } from './journey.ts'
import { API, addHome, card, open, openEdit, stored, street } from './property-pages.ts'

const photo = async (width = 900) =>
  sharp({ create: { width, height: 600, channels: 3, background: { r: 90, g: 140, b: width % 256 } } })
    .jpeg()
    .toBuffer()

/** A photo above the upload limit. The padding after its end is not part of the picture. */
const largePhoto = async () => Buffer.concat([await photo(), Buffer.alloc(2048 * 1024)])

test('sends several photos together, names and retries failures, and orders the list by keyboard', async ({
  page,
  context,
}) => {
  await newAgent(context)
  const { id, address_line1 } = await addHome(context)
  const dialog = await openEdit(page, id)
  const field = dialog.locator('#photos')
  const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
  const photos = async () => (await stored(context, id)).photos as { url: string; caption: string | null }[]
  const upload = (name: string) =>
    dialog.getByRole('list', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name })
  await page.route('**/upload/property-photo', (route) => route.abort())
  await field.setInputFiles([
    file('notes.txt', 'text/plain', Buffer.from('no photo')),
    file('large.jpg', 'image/jpeg', Buffer.alloc(2049 * 1024, 1)),
    file('front.jpg', 'image/jpeg', await photo()),
  ])
  await expect(upload('notes.txt')).toContainText('Please upload a JPEG, PNG, or WebP image')
  // The browser cannot read this file, so it cannot shrink it.
  await expect(upload('large.jpg')).toContainText('Image must be smaller than 2MB')
  await expect(upload('front.jpg')).toContainText('Failed to upload image. Please try again.')
  expect(await photos()).toEqual([])
  await page.unroute('**/upload/property-photo')
  await upload('front.jpg').getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('Saved', { exact: true })).toBeVisible()
  await upload('notes.txt').getByRole('button', { name: 'Remove' }).click()
  await upload('large.jpg').getByRole('button', { name: 'Remove' }).click()
  const [front] = await photos()
  // The name says it is a photo, but the server checks the bytes. The browser shrinks files over 2 MB.
  await field.setInputFiles([
    file('fake.png', 'image/png', Buffer.from('<svg onload="alert(1)"/>')),
    file('side.jpg', 'image/jpeg', await largePhoto()),
    file('yard.jpg', 'image/jpeg', await photo(1000)),
  ])
  await expect.poll(async () => (await photos()).length).toBe(3)
  await expect(upload('fake.png')).toContainText('Please upload a JPEG, PNG, or WebP image')
  await dialog.getByLabel('Caption of photo 2').fill('The kitchen')
  await dialog.getByLabel('Caption of photo 2').press('Enter')
  await expect.poll(async () => (await photos())[1]?.caption).toBe('The kitchen')
  await dialog.getByRole('button', { name: 'Move photo 2 earlier' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Move photo 1 earlier' })).toBeFocused()
  await expect.poll(async () => (await photos())[0]?.caption).toBe('The kitchen')
  expect((await photos())[1]?.url).toBe(front?.url)
  await dialog.getByRole('button', { name: 'Remove photo 2' }).press('Enter')
  await expect.poll(async () => (await photos()).length).toBe(2)
  await expect(dialog.getByRole('button', { name: 'Remove photo 2' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await photos())[1]?.url).toBe(front?.url)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(card(page, address_line1).getByRole('img', { name: `Photo of ${address_line1}` })).toBeVisible()
})

test('saves a chosen date when the dialog closes, and keeps the focus in the list of dates', {
  tag: '@proofs',
}, async ({ page, context }) => {
  await newAgent(context)
  const { id } = await addHome(context)
  const dates = async () => (await stored(context, id)).availability_overrides.map(({ date }: { date: string }) => date)
  const choose = async () => {
    const dialog = await openEdit(page, id)
    const field = dialog.getByLabel('Date', { exact: true })
    return { dialog, field, remove: dialog.getByRole('button', { name: /^Remove / }) }
  }
  const first = await choose()
  await first.field.fill('2031-12-24')
  await first.dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Saved: Specific dates')).toBeVisible()
  expect(await dates()).toEqual(['2031-12-24'])
  const second = await choose()
  await second.field.fill('2031-12-25')
  await page.keyboard.press('Escape')
  await expect.poll(dates).toEqual(['2031-12-24', '2031-12-25'])

  const { field, remove } = await choose()
  await remove.first().press('Enter')
  await expect(remove).toHaveCount(1)
  await expect(remove).toBeFocused()
  await remove.press('Enter')
  await expect(remove).toHaveCount(0)
  await expect(field).toBeFocused()
  await expect.poll(dates).toEqual([])
})

test('a picture from the clipboard becomes a photo', { tag: '@proofs' }, async ({ page, context }) => {
  await newAgent(context)
  const { id } = await addHome(context)
  await openEdit(page, id)
  const bytes = [...(await photo())]
  await page.evaluate((data) => {
    const files = new DataTransfer()
    files.items.add(new File([new Uint8Array(data)], 'pasted.jpg', { type: 'image/jpeg' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: files, bubbles: true }))
  }, bytes)
  await expect.poll(async () => (await stored(context, id)).photos.length).toBe(1)
})

test('saves a text when the agent leaves its field and a choice immediately, and can undo the last change', async ({
  page,
  context,
}) => {
  await newAgent(context)
  const { id, address_line1 } = await addHome(context, { rent_amount: 3200 })
  await open(page, '/properties?q=Pasadena')
  await page.getByRole('link', { name: `Update ${address_line1}` }).click()
  const dialog = page.getByRole('dialog', { name: `Update ${address_line1}` })
  await dialog.getByLabel('Showing instructions').fill('Ring twice')
  expect((await stored(context, id)).showing_instructions).toBeNull()
  await dialog.getByLabel('City').focus()
  await expect(dialog.getByText('Saved', { exact: true })).toBeVisible()
  expect((await stored(context, id)).showing_instructions).toBe('Ring twice')
  await dialog.getByText('I approve each one').click()
  await expect(dialog.getByText('Saved: Booking approval')).toBeVisible()
  expect((await stored(context, id)).booking_approval).toBe('manual')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await stored(context, id)).booking_approval).toBe('automatic')

  await dialog.getByText('A resident', { exact: true }).click()
  await dialog.getByLabel("Resident's first name").fill('Rosa')
  await dialog.getByLabel("Resident's phone").fill('2135550199')
  await dialog.getByLabel("Resident's email").focus()
  await expect.poll(async () => (await stored(context, id)).resident_phone).toBe('(213) 555-0199')
  expect(await stored(context, id)).toMatchObject({ is_occupied: true, tenant_name: 'Rosa' })
  await dialog.getByText('No one (vacant)').click()
  await expect(dialog.getByText(/^Saved: Who lives there/)).toBeVisible()
  expect(await stored(context, id)).toMatchObject({ is_occupied: false, resident_phone: null, resident_type: 'tenant' })
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await stored(context, id)).resident_phone).toBe('(213) 555-0199')

  await dialog.getByLabel('City').fill('')
  await dialog.getByLabel('ZIP code').focus()
  await expect(dialog.locator('#city-error')).toHaveText('Please enter the city')
  expect((await stored(context, id)).city).toBe('Pasadena')
  // Closing the dialog with an invalid value shows the error and keeps the value.
  await page.keyboard.press('Escape')
  await page.waitForURL('**/properties?q=Pasadena')
  await expect(page.getByText('Not saved: City')).toBeVisible()
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(dialog.getByLabel('City')).toHaveValue('')
  await dialog.getByLabel('City').fill('Glendale')
  await page.keyboard.press('Escape')
  await page.waitForURL('**/properties?q=Pasadena')
  await expect.poll(async () => (await stored(context, id)).city).toBe('Glendale')
})

test('keeps a text that cannot be stored, reverts a choice, says why, and can retry both', async ({
  page,
  context,
}) => {
  await newAgent(context)
  const { id } = await addHome(context, { city: 'Burbank' })
  const dialog = await openEdit(page, id)
  await page.route(`**${API}/*`, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await dialog.getByLabel('City').fill('Glendale')
  await dialog.getByLabel('ZIP code').focus()
  await expect(dialog.getByText(/^Failed to update property: You seem to be offline/)).toBeVisible()
  await expect(dialog.locator('#city-error')).toContainText('You seem to be offline')
  await expect
    .poll(async () => {
      const [retry, toast] = await Promise.all([
        dialog.getByRole('button', { name: 'Try again (City)' }).boundingBox(),
        dialog.getByRole('alert').filter({ hasText: 'Failed to update property' }).boundingBox(),
      ])
      return retry && toast && retry.y + retry.height <= toast.y
    })
    .toBe(true)
  await expect(dialog.getByLabel('City')).toHaveValue('Glendale')
  await expect(dialog.getByText('Not saved', { exact: true })).toBeVisible()
  await dialog.getByText('I approve each one').click()
  await expect(dialog.getByRole('button', { name: 'Try again (Booking approval)' })).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'I approve each one' })).not.toBeChecked()
  await page.unroute(`**${API}/*`)
  await dialog.getByRole('button', { name: 'Try again (City)' }).click()
  await expect(dialog.getByLabel('City')).toHaveValue('Glendale')
  await expect.poll(async () => (await stored(context, id)).city).toBe('Glendale')
})

test('two tabs that edit one property lose nothing: different fields merge, and the same field asks', async ({
  page,
  context,
}) => {
  await newAgent(context)
  await visitFirst(page)
  const { id } = await addHome(context, { city: 'Burbank', rent_amount: 3000 })
  // The event stream would show the other tab's change immediately. It gets no answer here, so that the conflict shows
  // the change. If we aborted it, the page would look for changes itself.
  await page.route('**/showingbooker/events', () => undefined)
  const dialog = await openEdit(page, id)
  await change(context, id, { rent_amount: 3100 })
  await dialog.getByLabel('City').fill('Glendale')
  await dialog.getByLabel('ZIP code').focus()
  await expect.poll(async () => await stored(context, id)).toMatchObject({ city: 'Glendale', rent_amount: 3100 })
  await expect(dialog.getByText('Updated from another window: Rent per month')).toBeVisible()
  await expect(dialog.getByLabel('Rent per month')).toHaveValue('3100')

  for (const [mine, theirs, choice] of [
    ['3300', '3200', 'Keep yours'],
    ['3500', '3400', 'Keep the saved one'],
  ] as const) {
    await change(context, id, { rent_amount: Number(theirs) })
    await dialog.getByLabel('Rent per month').fill(mine)
    await dialog.getByLabel('Square feet').focus()
    await expect(dialog.getByText('Rent per month: changed in another window.')).toBeVisible()
    await expect(dialog.getByRole('definition').filter({ hasText: mine })).toBeVisible()
    await expect(dialog.getByRole('definition').filter({ hasText: theirs })).toBeVisible()
    expect((await stored(context, id)).rent_amount).toBe(Number(theirs))
    // No message covers the answers, even on a phone.
    for (const name of ['Keep yours', 'Keep the saved one'])
      await expect.poll(() => dialog.getByRole('button', { name }).evaluate(isUncovered)).toBe(true)
    await dialog.getByRole('button', { name: choice }).click()
    const kept = choice === 'Keep yours' ? mine : theirs
    await expect.poll(async () => (await stored(context, id)).rent_amount).toBe(Number(kept))
    await expect(dialog.getByLabel('Rent per month')).toHaveValue(kept)
  }
})

/** Checks that a press in the middle of an element reaches it. */
function isUncovered(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

test('does not apply a consent to texts to a phone that another tab has just entered', async ({ page, context }) => {
  await newAgent(context)
  await visitFirst(page)
  const { id } = await addHome(context, { ...OCCUPIED, resident_text_consent: false })
  await page.route('**/showingbooker/events', () => undefined)
  const dialog = await openEdit(page, id)
  await change(context, id, { resident_phone: '(213) 555-0199', resident_text_consent: false })
  const consent = dialog.getByRole('checkbox', { name: 'I attest that the resident agreed' })
  await consent.check({ force: true })
  await expect(dialog.getByText(/phone was changed in another window\. Which answer/)).toBeVisible()
  await expect(dialog.locator('[name=resident_phone]')).toHaveValue('(213) 555-0199')
  expect((await stored(context, id)).resident_text_consent).toBe(false)
  await dialog.getByRole('button', { name: 'Keep yours' }).click()
  await expect.poll(async () => (await stored(context, id)).resident_text_consent).toBe(true)
})

test('a new phone does not inherit a consent that another tab has just given', async ({ page, context }) => {
  await newAgent(context)
  await visitFirst(page)
  const { id } = await addHome(context, { ...OCCUPIED, resident_text_consent: false })
  const before = await stored(context, id)
  await page.route('**/showingbooker/events', () => undefined)
  const dialog = await openEdit(page, id)
  await change(context, id, { resident_text_consent: true })
  await dialog.locator('[name=resident_phone]').fill('(213) 555-0188')
  await dialog.getByLabel('City').focus()
  await expect(dialog.getByText(/consent to texts was changed in another window\. Which phone/)).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: 'I attest that the resident agreed' })).toBeChecked()
  expect((await stored(context, id)).resident_phone).toBe(before.resident_phone)
})

test('a change made elsewhere shows in an open dialog automatically', { tag: '@proofs' }, async ({ page, context }) => {
  await newAgent(context)
  const { id } = await addHome(context)
  const dialog = await openEdit(page, id)
  await change(context, id, { city: 'Whittier' })
  await expect(dialog.getByLabel('City')).toHaveValue('Whittier')
})

test("another agent's property is a 404", { tag: '@proofs' }, async ({ page, context, browser }) => {
  await newAgent(context)
  const { id } = await addHome(context)
  const stranger = await otherVisitor(browser)
  await newAgent(stranger.context())
  expect((await stranger.goto(`/properties/${id}/edit`))?.status()).toBe(404)
  expect((await page.goto(`/properties/${id}/edit`))?.status()).toBe(200)
})

test('an edit of a booked property says what it means for its showings, unless it is undone', {
  tag: '@proofs',
}, async ({ page, context }) => {
  await newAgent(context)
  const booked = await addHome(context)
  await book(context, booked)
  const dialog = await openEdit(page, booked.id)
  const earlier = dialog.getByText('still show the earlier address')
  await dialog.getByText('A resident', { exact: true }).click()
  await expect(dialog.getByText('may now need a notice to the resident')).toBeVisible()
  await dialog.getByLabel('Street address').fill(street())
  await dialog.getByLabel('City').focus()
  await expect(earlier).toBeVisible()
  await expectNoFaults(page)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByText('Saved: Street address', { exact: true })).toBeVisible()
  await expect(earlier).toHaveCount(0)
  await dialog.getByLabel('Street address').fill(street())
  await dialog.getByLabel('City').focus()
  await dialog.getByRole('link', { name: 'See its bookings' }).click()
  await expect(page).toHaveURL(new RegExp(`/properties/${booked.id}/bookings`))
})
