import { readFile } from 'node:fs/promises'
import { readZip, textOf } from '../zip.ts'
import { expectNoFaults, overflow, resize } from './axe.ts'
import { expect, otherVisitor, signIn, signInAsAdmin, test } from './journey.ts'

test('an agent downloads all of their data, and no one else can', { tag: '@proofs' }, async ({ page, browser }) => {
  await signIn(page, 'agent@example.com', '/account/settings')
  await page.getByRole('link', { name: 'Download everything we keep for your account' }).click()
  await expect(page.getByRole('heading', { name: 'Your data', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Create the file' }).click()
  await expect(page.getByText('Your file is ready')).toBeVisible()
  await expectNoFaults(page)
  const arriving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download', exact: true }).click()
  const file = await arriving
  expect(file.suggestedFilename()).toMatch(/^showingbooker-data-\d{4}-\d{2}-\d{2}\.zip$/)
  const files = await readZip(await readFile(await file.path()))
  expect(JSON.parse(textOf(files, 'account.json'))[0].email).toBe('agent@example.com')
  expect(JSON.parse(textOf(files, 'properties.json')).length).toBeGreaterThan(0)
  expect([...files.keys()].filter((name) => name.startsWith('photos/')).length).toBeGreaterThan(0)
  expect(textOf(files, 'README.txt')).toContain('Your data at ShowingBooker')

  const url = new URL(file.url())
  const visitor = await otherVisitor(browser)
  expect((await visitor.request.get(url.pathname)).status()).toBe(401)
  await signInAsAdmin(visitor, '/account/data')
  await expect(visitor.getByRole('button', { name: 'Create the file' })).toBeVisible()
  expect((await visitor.request.get(url.pathname)).status()).toBe(404)
  await visitor.close()

  await resize(page, 320, 700)
  await expect.poll(() => overflow(page)).toBe(0)
})
