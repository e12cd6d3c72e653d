import type { TestApp } from './app.ts'

export const DEMO_PATH = '/api/showingbooker/demo/booking'
export type DemoFields = Record<string, unknown>
let made = 0

/** Returns the form of a demo for a new visitor with a unique email, phone, and address. */
export async function makeDemoForm(app: TestApp, change: DemoFields = {}): Promise<DemoFields> {
  const n = ++made
  const { body } = await app.call('GET', DEMO_PATH)
  return {
    // Use the last day, because the first one may pass when a test moves the clock by eleven minutes.
    showingDate: body.days.at(-1).date,
    showingTime: '10:00',
    buyerName: `Vera Visitor ${n}`,
    buyerEmail: `vera${n}@visitors.example.com`,
    buyerPhone: `310555${1000 + n}`,
    agreeToTerms: true,
    demoRecipientEmail: `me${n}@destinations.example.com`,
    demoRecipientPhone: `415555${1000 + n}`,
    demoMailAddress: `${n} Main Street, Apt 4`,
    demoMailCity: 'Fresno',
    demoMailState: 'CA',
    demoMailZip: '93650',
    ...change,
  }
}
