import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const systemChromium = '/usr/bin/chromium'

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/server.ts',
  workers: 2,
  fullyParallel: true,
  // A press that comes before the page's script is lost on a busy machine; what needed a second try is named flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    // A visitor from far away: every time on the pages is the property's own all the same.
    timezoneId: 'Asia/Tokyo',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(existsSync(systemChromium) && { executablePath: systemChromium }),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    },
  },
})
