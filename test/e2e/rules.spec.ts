import { LEGAL } from '../public-pages.ts'
import { overflow } from './axe.ts'
import { expect, test } from './journey.ts'

test('the table of contents leads to each part, even by keyboard, and the skip link leads to the text', {
  tag: '@proofs',
}, async ({ page }) => {
  for (const path of LEGAL) {
    await page.goto(path)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    await expect(contents.first()).toBeFocused()
    const last = contents.last()
    await last.focus()
    await page.keyboard.press('Enter')
    const id = (await last.getAttribute('href')) ?? ''
    await expect(page).toHaveURL(new RegExp(`${id}$`))
    await expect(page.locator(id)).toBeInViewport()
    const names = await contents.allTextContents()
    const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
    expect(headings).toEqual(names.map((name, index) => `${index + 1}. ${name}`))
  }
})

test('prints only the text of the rules', { tag: '@proofs' }, async ({ page }) => {
  for (const path of LEGAL) {
    await page.goto(path)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).last()).toBeVisible()
    for (const part of ['banner', 'contentinfo', 'navigation'] as const)
      for (const one of await page.getByRole(part, { includeHidden: true }).all()) await expect(one).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  }
})

test('large type and a narrow window push nothing off the page', { tag: '@proofs' }, async ({ page }) => {
  for (const path of [...LEGAL, '/contact', '/pricing', '/no/such/page']) {
    await page.goto(path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect.poll(() => overflow(page), { message: path }).toBe(0)
  }
})

test('contact opens an email, calls, and leads to support', { tag: '@proofs' }, async ({ page }) => {
  await page.goto('/contact')
  const main = page.getByRole('main')
  const mail = new URL((await main.getByRole('link', { name: 'Send an email' }).getAttribute('href')) ?? '')
  expect([mail.protocol, mail.pathname]).toEqual(['mailto:', 'support@showingbooker.example'])
  await expect(main.getByRole('link', { name: '(310) 555-0142' })).toHaveAttribute('href', 'tel:+13105550142')
  await expect(main.getByText('Monday through Friday, 9:00 AM to 5:00 PM Pacific time.')).toBeVisible()
  await main.getByRole('link', { name: 'Support', exact: true }).click()
  await expect(page).toHaveURL(/\/support$/)
})

test('the footer of every page leads to the rules and to contact', { tag: '@proofs' }, async ({ page }) => {
  for (const path of ['/', '/login', '/showingbooker/book/sample-property', '/no/such/page']) {
    await page.goto(path)
    const footer = page.getByRole('contentinfo')
    for (const [name, href] of [
      ['Terms of service', '/terms'],
      ['Showing terms', '/showingbooker/terms'],
      ['Privacy', '/privacy'],
      ['Contact', '/contact'],
    ] as const)
      await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  }
})

test('a missing page keeps its reference once its script runs', async ({ page }) => {
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('main').locator('code')).toHaveText(answer?.headers()['x-request-id'] ?? 'none')
})

test('the browser accepts the manifest', { tag: '@proofs' }, async ({ page }) => {
  await page.goto('/about')
  const devtools = await page.context().newCDPSession(page)
  const { url, errors } = await devtools.send('Page.getAppManifest')
  expect(url).toMatch(/\/manifest\.webmanifest$/)
  expect(errors).toEqual([])
})
