import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page, Route } from '@playwright/test'
import { expectNoFaults } from './axe.ts'
import { expect, test } from './journey.ts'
import { answers, ask, lastAnswer, openOracle, question, questions, register } from './oracle-pages.ts'
import { START_MS, startProduct } from './server.ts'

// A model whose answers and timing the journey controls.
test.describe.configure({ mode: 'serial' })

let model: Awaited<ReturnType<typeof startModel>>
let product: Awaited<ReturnType<typeof startProduct>>
const shared = process.env.E2E_URL
test.beforeAll(async () => {
  test.setTimeout(START_MS)
  model = await startModel()
  product = await startProduct({ OPENAI_BASE_URL: model.url, OPENAI_CHAT_MODEL: 'of-the-journey' })
  process.env.E2E_URL = product.url
})
test.afterAll(async () => {
  if (shared) process.env.E2E_URL = shared
  await product?.stop()
  await model.close()
})

async function startModel() {
  const asked: ServerResponse[] = []
  const waiting: ((response: ServerResponse) => void)[] = []
  let isBroken = false
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (isBroken)
        return response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}')
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const next = waiting.shift()
      if (next) next(response)
      else asked.push(response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const told = (choice: object) =>
    `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, ...choice }] })}\n\n`
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    setBroken(broken: boolean) {
      isBroken = broken
    },
    /** Waits for the next question. */
    async hear() {
      const response = asked.shift() ?? (await new Promise<ServerResponse>((heard) => waiting.push(heard)))
      const closed = once(response, 'close')
      return {
        /** Resolves when nobody waits for this answer anymore. */
        closed,
        say: (text: string) => response.write(told({ delta: { content: text }, finish_reason: null })),
        end: () => response.end(`${told({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`),
      }
    },
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Checks whether the element is visible and nothing covers it. */
const isUncovered = (place: Locator) =>
  place.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height - 2))
  })

async function answer(text: string) {
  const one = await model.hear()
  one.say(text)
  one.end()
}

test('an answer continues after a reload and in a second tab', async ({ page, context }) => {
  await register(page)
  await openOracle(page)
  await ask(page, 'Tell me of rivers')
  await expect(page.getByText('Consulting the digital realm for insights...').first()).toBeVisible()
  const one = await model.hear()
  one.say('Rivers begin ')
  await expect(answers(page).last()).toContainText('Rivers begin')
  await page.waitForURL(/\?c=/)
  await page.reload()
  await expect(answers(page).last()).toContainText('Rivers begin')
  const second = await context.newPage()
  await second.goto(page.url())
  one.say('in the hills.')
  one.end()
  for (const tab of [page, second]) {
    await expect(await lastAnswer(tab)).toContainText('Rivers begin in the hills.')
    await expect(questions(tab)).toHaveCount(1)
    await expect(answers(tab)).toHaveCount(2)
  }
  // A question in one tab appears in the other.
  await ask(second, 'And where do they end?')
  await answer('In the sea.')
  await expect(await lastAnswer(page)).toContainText('In the sea.')
})

/** Lets the next question reach the server, but holds the response back. @returns a function that releases it */
async function holdResponse(page: Page) {
  const released = Promise.withResolvers<void>()
  await page.route(
    '**/oracle/chat',
    async (route) => {
      const request = route.request()
      const headers = new Headers(await request.allHeaders())
      for (const name of ['host', 'connection', 'content-length']) headers.delete(name)
      // `route.fetch` would wait for the end of the answer.
      const response = await fetch(request.url(), { method: 'POST', headers, body: request.postData() })
      await response.body?.cancel()
      await released.promise
      const named = [...response.headers].filter(([name]) => name.startsWith('x-'))
      await route.fulfill({ status: response.status, headers: Object.fromEntries(named), body: '' })
    },
    { times: 1 },
  )
  return released.resolve
}

test('a question stopped on its way is asked once, and its answer stops', { tag: '@proofs' }, async ({ page }) => {
  await register(page)
  await openOracle(page)
  const release = await holdResponse(page)
  await ask(page, 'Tell me of lakes')
  const first = await model.hear()
  await page.getByRole('button', { name: 'Stop' }).click()
  release()
  await expect(page).toHaveURL(/\?c=/)
  await first.closed
  await expect(answers(page).last()).toContainText('You stopped this answer.')
  await expect(questions(page)).toHaveText([/lakes/])
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)

  // The stream of an open conversation may name the answer before the response does.
  const stream = Promise.withResolvers<Route>()
  await page.route('**/oracle/conversations/*/events*', (route) => stream.resolve(route))
  await page.reload()
  const opened = await stream.promise
  const releaseSecond = await holdResponse(page)
  await ask(page, 'And of ponds?')
  const second = await model.hear()
  await page.getByRole('button', { name: 'Stop' }).click()
  await opened.continue()
  await second.closed
  releaseSecond()
  await expect(questions(page)).toHaveText([/lakes/, /ponds/])
  await expect(answers(page).last()).toContainText('You stopped this answer.')
  const { conversations } = await (await page.request.get('/oracle/conversations')).json()
  expect(conversations).toHaveLength(1)

  // The response names the answer, and its event is still on its way.
  await page.unrouteAll()
  const late = Promise.withResolvers<Route>()
  await page.route('**/oracle/conversations/*/events*', (route) => late.resolve(route))
  await page.reload()
  const held = await late.promise
  const responded = page.waitForResponse('**/oracle/chat')
  await ask(page, 'And of seas?')
  const third = await model.hear()
  await responded
  await page.getByRole('button', { name: 'Stop' }).click()
  await third.closed
  await held.continue()
  await expect(answers(page).last()).toContainText('You stopped this answer.')
})

test('a stopped answer keeps its words, and a new one becomes another version', async ({ page }) => {
  await register(page)
  await openOracle(page)
  await ask(page, 'Tell me of hills')
  const one = await model.hear()
  one.say('Hills are ')
  await expect(answers(page).last()).toContainText('Hills are')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(answers(page).last()).toContainText('You stopped this answer.')
  await expect(answers(page).last()).toContainText('Hills are')
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await answer('Hills are high.')
  await expect(await lastAnswer(page)).toContainText('Hills are high.')
  const versions = page.getByRole('group', { name: 'Versions of this answer' })
  await expect(versions).toContainText('2/2')
  await versions.getByRole('button', { name: 'Earlier answer' }).click()
  await expect(answers(page).last()).toContainText('You stopped this answer.')
  await expect(versions).toContainText('1/2')

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Edit your question').fill('Tell me of valleys')
  await page.getByRole('button', { name: 'Ask again' }).click()
  await answer('Valleys are low.')
  await expect(await lastAnswer(page)).toContainText('Valleys are low.')
  await expect(questions(page)).toHaveCount(1)
  await expect(page.getByRole('group', { name: 'Versions of this question' })).toContainText('2/2')
  await expectNoFaults(page)
})

test('a failure says so, keeps the question, and can be retried', { tag: '@proofs' }, async ({ page }) => {
  await register(page)
  await openOracle(page)
  model.setBroken(true)
  await ask(page, 'Tell me of clouds')
  await expect(page.getByText('Sorry, there was an error processing your request.')).toBeVisible()
  await expect(questions(page)).toHaveText(/Tell me of clouds/)
  await expectNoFaults(page)
  model.setBroken(false)
  await page.getByRole('button', { name: 'Retry' }).click()
  await answer('Clouds are water.')
  await expect(await lastAnswer(page)).toContainText('Clouds are water.')
  // The server is unreachable, so the page keeps the question and sends it again.
  await page.setViewportSize({ width: 390, height: 600 })
  await page.route('**/oracle/chat', (route) => route.abort())
  await ask(page, 'And rain?')
  await expect(page.getByText('Sorry, there was an error processing your request.')).toBeVisible()
  await expect.poll(() => isUncovered(page.getByRole('button', { name: 'Retry' }))).toBe(true)
  await page.unroute('**/oracle/chat')
  await page.getByRole('button', { name: 'Retry' }).click()
  await answer('Rain falls.')
  await expect(await lastAnswer(page)).toContainText('Rain falls.')
  await expect(questions(page)).toHaveCount(2)
})

test('renders Markdown, keeps dollar signs, and neither loads nor links anything from a text', {
  tag: '@proofs',
}, async ({ page }) => {
  await register(page)
  await openOracle(page)
  const others: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(product.url) && !request.url().startsWith('data:')) others.push(request.url())
  })
  await ask(page, 'Show me everything')
  await answer(
    [
      '# Plans',
      '$10 per month for 20 credits, or $25 a showing.',
      '| plan | price |\n|---|---:|\n| one | $10 |',
      '1. first\n2. **second** and `code`',
      '```js\nconst a = "$1 $2"\n```',
      '![x](http://evil.example/x.png) [here](http://evil.example/y) <img src="http://evil.example/z.png"> <b>bold</b>',
    ].join('\n\n'),
  )
  const said = await lastAnswer(page)
  await expect(said.getByRole('heading', { name: 'Plans' })).toBeVisible()
  await expect(said).toContainText('$10 per month for 20 credits, or $25 a showing.')
  await expect(said.getByRole('cell', { name: '$10' })).toBeVisible()
  await expect(said.locator('pre code')).toHaveText('const a = "$1 $2"')
  await expect(said.locator('strong')).toHaveText('second')
  await expect(said.getByRole('listitem')).toHaveCount(2)
  for (const element of ['img', 'a[href*=evil]', 'b', 'script']) await expect(said.locator(element)).toHaveCount(0)
  expect(others).toEqual([])
  await expectNoFaults(page)
})

test('a long chat draws only what changes', { tag: '@proofs' }, async ({ page }) => {
  await register(page)
  await openOracle(page)
  for (let turn = 1; turn <= 3; turn++) {
    await ask(page, `Question ${turn}`)
    await answer(`Answer ${turn}`)
    await lastAnswer(page)
  }
  await page.evaluate(() => {
    const seen = { changes: 0 }
    Object.assign(window, { seen })
    const first = document.querySelector('[data-message]') as HTMLElement
    new MutationObserver((changes) => {
      seen.changes += changes.length
    }).observe(first.parentElement?.querySelectorAll('[data-message]')[1] as HTMLElement, {
      childList: true,
      subtree: true,
      characterData: true,
    })
  })
  await ask(page, 'Question 4')
  const one = await model.hear()
  one.say('One ')
  one.say('two ')
  await expect(answers(page).last()).toContainText('One')
  one.say('three.')
  one.end()
  await expect(await lastAnswer(page)).toContainText('One two three.')
  await expect(question(page)).toBeFocused()
  expect(await page.evaluate(() => (window as unknown as { seen: { changes: number } }).seen.changes)).toBe(0)
})
