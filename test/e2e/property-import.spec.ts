import { newAgent } from './agent-home.ts'
import { expectNoFaults } from './axe.ts'
import { expect, test } from './journey.ts'
import { API, addHome, street } from './property-pages.ts'

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

test('reads properties from a file, adds the chosen ones, and shows each error at its row', async ({
  page,
  context,
}) => {
  await newAgent(context)
  const there = await addHome(context)
  const [first, second, third] = [street(), street(), street()]
  const csv = `\ufeffAddress;City;State;ZIP;Rent;Agent's phone;Parking
${first};Pasadena;CA;91101;3,200;2135550144;yes
${second};Pasadena;CA;91101;3,200;2135550144;no
${third};Pasadena;CA;911;lots;2135550144;
${first.toUpperCase()};Pasadena;California;91101-1234;;2135550144;
${there.address_line1};Pasadena;CA;91101;;2135550144;`
  await page.goto('/properties')
  await page.getByRole('link', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import properties' })
  const field = dialog.locator('input[type=file]')
  await field.setInputFiles({ name: 'homes.xlsx', mimeType: EXCEL, buffer: Buffer.from('PK\x03\x04"') })
  await expect(dialog.getByRole('alert')).toHaveText('This is not a CSV file. In Excel, choose Save As, then CSV.')
  await field.focus()
  await field.setInputFiles({ name: 'homes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(dialog).toContainText('We read 5 rows. 1 row has errors.')
  await expect(dialog).toContainText("We don't recognize these columns, so we skip them: Parking")
  await expect(dialog).toContainText(
    `Rows without an agent get the contact from ${there.full_address}: Ada Agent, (213) 555-0144, ada@example.com`,
  )
  await expect(field).toBeFocused()
  const faulty = dialog.getByRole('listitem').filter({ hasText: `${third}, Pasadena` })
  await expect(faulty).toContainText('ZIP code: Please enter a 5-digit ZIP code')
  await expect(faulty.getByRole('checkbox')).toHaveCount(0)
  const known = dialog.getByRole('checkbox', { name: new RegExp(there.address_line1) })
  await expect(known).not.toBeChecked()
  const row = (address: string) => dialog.getByRole('listitem').filter({ hasText: new RegExp(`${address}, Pasadena`) })
  await expect(row(there.address_line1)).toContainText('Already in your list')
  const again = row(first.toUpperCase())
  await expect(again).toContainText('Same as line 2')
  await expect(again.getByRole('checkbox')).not.toBeChecked()
  await expectNoFaults(page)
  await dialog.getByRole('checkbox', { name: new RegExp(second) }).uncheck()
  // A property added elsewhere does not change the contact that the page showed.
  await addHome(context, { agent_first_name: 'Lena', agent_email: 'lena@example.com' })
  await dialog.getByRole('button', { name: 'Add 1 property' }).click()
  await expect(page.getByText('1 property added')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import' })).toBeFocused()
  await expect(page.getByRole('article').first()).toContainText(first)
  await expect(page.getByRole('article')).toHaveCount(3)

  const file = await context.request.get(`${API}.csv`)
  expect((await file.text()).split('\n').find((line) => line.includes(first))).toContain('ada@example.com')
})
