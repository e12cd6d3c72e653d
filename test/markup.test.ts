import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HtmlElement, HtmlValidate, Rule, StaticConfigLoader } from 'html-validate'
import { makeImage } from './images.ts'
import { LEGAL, OF_AGENTS, OTHERS, SIGN_IN, STATIC, TWIN } from './public-pages.ts'
import { makeScene } from './scene.ts'
import { PUBLIC_URL, siteOfTests } from './site-server.ts'

const { app, get } = siteOfTests()

/** A `dl` may contain `div`s, and those may contain only `dt` and `dd`. The library checks only the first half. */
class DefinitionGroups extends Rule {
  setup() {
    this.on('dom:ready', ({ document }) => {
      for (const child of document.querySelectorAll('dl > div > *'))
        if (!['dt', 'dd', 'script', 'template'].includes(child.tagName))
          this.report(child, `<${child.tagName}> is not allowed in a group of a <dl>`)
    })
  }
}

class AddressesWithoutBlanks extends Rule {
  setup() {
    const isBad = (element: HtmlElement, name: string) =>
      /\s/.test(String(element.getAttributeValue(name) ?? '').trim())
    this.on('dom:ready', ({ document }) => {
      for (const name of ['src', 'href'])
        for (const element of document.querySelectorAll(`[${name}]`))
          if (isBad(element, name)) this.report(element, `${name} has a blank in its address`)
    })
  }
}

/** Without its script, a form without a method would write what someone typed into the page's URL. */
class FormsWithMethod extends Rule {
  setup() {
    this.on('dom:ready', ({ document }) => {
      for (const form of document.querySelectorAll('form')) {
        if (form.hasAttribute('method')) continue
        const buttons = form.querySelectorAll('[type="submit"]')
        if (buttons.length === 0 || buttons.some((button) => !button.hasAttribute('disabled')))
          this.report(form, '<form> has no method, and can be sent')
      }
    })
  }
}

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:standard'],
    plugins: [
      {
        name: 'project',
        rules: {
          'project/definition-groups': DefinitionGroups,
          'project/addresses': AddressesWithoutBlanks,
          'project/forms': FormsWithMethod,
        },
      },
    ],
    rules: { 'project/definition-groups': 'error', 'project/addresses': 'error', 'project/forms': 'error' },
  }),
)

/** Lists the problems of a page, one per line. */
async function faultsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))
}

async function check(path: string, headers: Record<string, string> = {}) {
  const answer = await get(path, { accept: 'text/html', ...headers })
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/, path)
  assert.deepEqual(await faultsOf(await answer.text()), [], path)
}

test('the checks find a picture in a description list, a space in a URL, and a form without a method', async () => {
  const page = (body: string) =>
    `<!DOCTYPE html><html lang="en"><head><title>A page</title></head><body>${body}</body></html>`
  assert.deepEqual(await faultsOf(page('<dl><div><dt>Type</dt><dd>House</dd></div></dl>')), [])
  assert.equal((await faultsOf(page('<dl><div><svg></svg><dt>Type</dt><dd>House</dd></div></dl>'))).length, 1)
  assert.equal((await faultsOf(page('<img alt="" src="data:image/svg+xml,<svg xmlns=x>">'))).length, 1)
  const form = (attributes: string, button: string) =>
    page(`<form ${attributes}><input name="a" aria-label="A"><button type="submit" ${button}>Send</button></form>`)
  for (const [attributes, button] of [
    ['method="post"', ''],
    ['class="a"', 'disabled'],
  ] as const)
    assert.deepEqual(await faultsOf(form(attributes, button)), [])
  assert.equal((await faultsOf(form('class="a"', ''))).length, 1)
})

test('public pages are valid HTML', async () => {
  const homes = ['/showingbooker/book/sample-property', '/property/share/sample-property']
  const data = ['/api/docs', '/showingbooker/verify', '/overview']
  for (const path of [...STATIC, TWIN, ...LEGAL, ...homes, ...SIGN_IN, ...OTHERS, ...data]) await check(path)
})

test('pages behind the sign-in are valid HTML when they have content', async () => {
  const { owner, admin, home, booking, token } = await makeScene(app())
  await makeImage(app(), { accountId: owner.accountId, visibility: 'public' })
  await check(`/showingbooker/booking/${token}`)
  await check('/public-gallery')
  const deep = [`/properties/${home.id}/edit`, `/properties/${home.id}/logs`, `/showings/${booking.id}/evidence`]
  for (const path of [...OF_AGENTS, ...deep]) await check(path, { cookie: owner.cookie, origin: PUBLIC_URL })
  for (const path of ['', '/users', '/audit', '/operations', '/moderation'])
    await check(`/admin${path}`, { cookie: admin.cookie, origin: PUBLIC_URL })
  await check('/dev/outbox', { cookie: admin.cookie, origin: PUBLIC_URL })
})

test('every page that a visitor can open has a description', async () => {
  for (const path of [...STATIC, ...LEGAL, '/login', '/register', '/support', '/public-gallery', '/demo-booking']) {
    const html = await (await get(path)).text()
    assert.match(html, /<meta name="description" content="[^"]{20,}"/, path)
  }
})
