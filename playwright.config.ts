import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** Debian's: without a window it needs half of the processor that the whole browser takes. */
const systemChromium = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync)

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/server.ts',
  workers: 3,
  fullyParallel: true,
  // One project, because each project starts its own workers and browsers. Files run in the order of their names, so the
  // longest ones, accessibility and card-form, begin first, and none of them runs alone at the end.
  // The gate leaves out journeys that run only in `bin/test proofs` or with their own file: docs/testing.md.
  grepInvert: process.env.PROOFS ? undefined : /@proofs/,
  retries: 0,
  // Long, for a slow or busy machine. Only a failure waits this long. A journey that must be quick sets its own limit.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    // A visitor from far away still sees every time in the property's time zone.
    timezoneId: 'Asia/Tokyo',
    // Drawing animations takes a twentieth of the processor. The proofs draw them.
    contextOptions: { reducedMotion: process.env.PROOFS ? 'no-preference' : 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(systemChromium && { executablePath: systemChromium }),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        // A worker's journeys run one after another. Without a limit, each would start processes and compile the
        // scripts again.
        '--renderer-process-limit=2',
      ],
    },
  },
})
