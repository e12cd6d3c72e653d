import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { SEED_PASSWORD } from './server.ts'

/** Returns the link in the last email of this kind to the address, as the admin sees it in the outbox. */
export async function linkTo(page: Page, { email }: { email: string }, path: string): Promise<string> {
  let link: string | undefined
  const signedIn = await page.request.post('/api/auth/sign-in/email', {
    data: { email: 'admin@example.com', password: SEED_PASSWORD },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(signedIn.ok()).toBe(true)
  await expect(async () => {
    const { messages } = await (await page.request.get(`/api/dev/outbox?q=${email}`)).json()
    const texts: string[] = messages
      .filter(({ to }: { to: unknown }) => to === email)
      .map(({ text }: { text: string }) => text)
    link = texts.map((text) => new RegExp(`\\S+/${path}\\?token=\\S+`).exec(text)?.[0]).find(Boolean)
    expect(link).toBeTruthy()
  }).toPass({ timeout: 30_000 })
  return link ?? ''
}
