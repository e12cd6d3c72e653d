import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createServer } from '../src/server.ts'
import { LEGAL, STATIC, TWIN } from './public-pages.ts'
import { decoded, PUBLIC_URL, siteOfTests, textOf } from './site-server.ts'

const { app, get, htmlOf } = siteOfTests()

/** Returns the content of the head, by the name of each tag. */
function headOf(html: string) {
  const content = (name: string) => {
    const found = [...html.matchAll(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'))]
    assert.equal(found.length, 1, name)
    return decoded(found[0]?.[1] ?? '')
  }
  return { content, canonical: /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] }
}

/** Every fact that the specifications state about these pages, in the page's words. */
const FACTS: [page: string, facts: (string | RegExp)[]][] = [
  ['/', ['flat $25', '30 min', '48 h', '$0']],
  [
    '/how',
    ['List properties', 'Share booking links', 'Automatic notifications', 'Manage and track', '48 hours', 'flat $25'],
  ],
  ['/about', ['retired Realtor', 'development company in Los Angeles', '48 hours', 'flat $25']],
  ['/speed', ['3x', 'more showings', '50%', 'faster sales', '25%', 'less time on the market', '30+ min']],
  [
    '/pricing',
    [
      'Agents and owners',
      '$0',
      'Buyers and renters',
      '$25',
      'Image studio',
      '$10',
      'Learn How It Works',
      'a month, after 20 free credits',
      '20 credits each month you subscribe',
      'Unused credits roll over',
      '20 more credits for $10',
      'Purchases of credits and subscriptions are non-refundable',
      'certified mail for $10.00',
      'If you want to see every message first, a demo booking costs $1',
      'denied or impossible at the scheduled time',
      'within 24 hours',
      '5–7 business days',
      'Otherwise, the fee is final',
    ],
  ],
  [
    '/contact',
    [
      'support@showingbooker.example',
      '(310) 555-0142',
      'Monday through Friday, 9:00 AM to 5:00 PM Pacific time',
      'We answer within 24 hours on business days',
      'ShowingBooker Mail',
      '700 Long Street',
      'Los Angeles, CA 90012',
      'founded by a retired Realtor',
      'development company in Los Angeles',
      'Agents and owners Free',
      '$25, paid by the visitor',
      '20 credits free, then $10 a month for 20',
    ],
  ],
  ['/support', ['(310) 555-0142', '9:00 AM – 6:00 PM', '10:00 AM – 4:00 PM', 'Closed', 'emergency support 24/7']],
  [
    '/terms',
    [
      'at least 48 hours of advance notice',
      'takes 30 minutes',
      'at least 18 years old',
      'governed by Wyoming law',
      'You get 20 free credits when you register',
      'costs $10 per month and gives 20 credits each paid month',
      'renews automatically every month until you cancel',
      'Unused credits roll over',
      'non-refundable',
      'flat $25.00',
      'optional notice by certified mail is $10.00 more',
      'A demo booking costs $1.00',
      'only if access is denied or impossible',
      'requested within 24 hours after the showing',
      '5–7 business days',
      'A new image is private',
      'sexual, violent, hateful, or illegal',
      'It is not a doctor',
      '911',
      '988',
      'Reply STOP',
      'unsubscribe',
      'cannot be turned off',
      'delete your account',
      'Civil Code section 1954',
      'not legal advice',
    ],
  ],
  [
    '/showingbooker/terms',
    [
      'lasts 30 minutes',
      'at least 48 hours ahead',
      'up to 15 days',
      'hold your time for 10 minutes',
      'at least 18 years old',
      'flat $25.00',
      'automated texts and emails',
      'certified mail for $10.00',
      'demo booking costs $1.00',
      'charge it only on approval',
      '48 hours to answer, and must answer at least 24 hours before the showing',
      'move a confirmed showing once',
      'If the agent cancels, we refund you in full',
      'denied or impossible at the scheduled time',
      'within 24 hours after the showing',
      'within 5–7 business days',
      'Otherwise, the fee is final',
      'Reply STOP',
      'START',
      'HELP',
      'first name and last initial, and never your contact details',
      'Civil Code section 1954',
      '24 hours before, or 6 days before if it is mailed',
      'from one hour before',
      'governed by Wyoming law',
      'Nothing here is legal advice',
    ],
  ],
  [
    '/privacy',
    [
      'do not sell personal information',
      'first name and last initial',
      'never a card number',
      'cannot be changed',
      'under a pseudonym',
      'payment provider',
      'text message provider',
      'email provider',
      'mail house',
      'hosting',
      'map service',
      'California Consumer Privacy Act, as amended by the CPRA',
      'To know',
      'To delete',
      'To correct',
      'To opt out',
      'To limit',
      'Not to be treated worse',
      'within 10 business days and answer it within 45 days',
      'Global Privacy Control',
      'Reply STOP',
      'unsubscribe link',
      '7 days after your last visit',
      /one-year cookie that remembers which parts [^.]* rows or cards for your properties/,
      /one-year cookie that remembers your language, after you choose one/,
      'a token that lasts 15 minutes',
      'people 18 and older',
    ],
  ],
]

for (const [path, facts] of FACTS)
  test(`${path} states every fact that the specifications require`, async () => {
    const text = textOf(await htmlOf(path))
    const missing = facts.filter((fact) => (typeof fact === 'string' ? !text.includes(fact) : !fact.test(text)))
    assert.deepEqual(missing, [], text)
  })

test('the privacy policy says in both languages how long conversations and documents stay', async () => {
  for (const [language, facts] of [
    [
      'en',
      [
        'conversations, and documents Until you delete them or your account.',
        'A deleted conversation and its files stay one more day',
        'a temporary conversation and its files a day after its last message.',
      ],
    ],
    [
      'es',
      [
        'conversaciones y documentos Hasta que usted los elimine o elimine su cuenta.',
        'Una conversación eliminada y sus archivos se conservan un día más',
        'una conversación temporal y sus archivos un día después de su último mensaje.',
      ],
    ],
  ] as const) {
    const page = await get('/privacy', { 'accept-language': language })
    const text = textOf(await page.text())
    assert.deepEqual(
      facts.filter((fact) => !text.includes(fact)),
      [],
      text,
    )
  }
})

test('no page promises a resident the 48 hours between a booking and its showing, of which approval may take half', async () => {
  for (const [language, never] of [
    ['en', /two days' notice|more than the 24 hours/],
    ['es', /avisó con dos días|superan las 24/],
  ] as const)
    for (const path of ['/about', '/showingbooker/terms']) {
      const html = await (await get(path, { 'accept-language': language })).text()
      assert.match(html, new RegExp(`<html lang="${language}"`))
      assert.doesNotMatch(textOf(html), never, path)
    }
})

test('no page promises a missing feature, and no link is dead', async () => {
  const checked = new Map<string, number>()
  for (const path of [...STATIC, ...LEGAL, '/support']) {
    const html = await htmlOf(path)
    assert.doesNotMatch(textOf(html), /[Cc]oming soon|lorem|TODO|undefined|\[object|\bNaN\b/, path)
    const links = [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href = '']) => decoded(href))
    assert.ok(links.length > 15, path)
    for (const href of links) {
      assert.match(href, /^(\/|#|mailto:|tel:|sms:)/, `${path}: ${href}`)
      if (href.startsWith('#')) assert.ok(html.includes(`id="${href.slice(1)}"`), `${path}: ${href}`)
      if (!href.startsWith('/')) continue
      const target = href.replace(/#.*/, '')
      checked.set(target, checked.get(target) ?? (await get(target)).status)
      assert.ok([200, 302].includes(checked.get(target) ?? 0) || isBehindSignIn(target), `${path}: ${href}`)
    }
  }
  assert.ok(checked.size > 12)

  function isBehindSignIn(target: string): boolean {
    return checked.get(target) === 401 && ['/overview', '/add', '/account', '/account/settings'].includes(target)
  }
})

test('keeps every public page under its URL, which the page names', async () => {
  for (const path of [...STATIC, ...LEGAL, TWIN]) {
    const first = await get(path)
    assert.equal(first.status, 200, path)
    assert.equal(first.headers.get('cache-control'), 'public, max-age=0, must-revalidate', path)
    const etag = first.headers.get('etag') ?? ''
    assert.match(etag, /^"[\w-]{22}-/, path)
    assert.equal((await get(path, { 'if-none-match': etag })).status, 304, path)
    const { canonical } = headOf(await first.text())
    assert.equal(canonical, PUBLIC_URL + (path === TWIN ? '/showingbooker' : path))
  }
})

test('a page stops linking to the sample property once it is gone, and other pages do not change', async () => {
  const marks = async () =>
    Object.fromEntries(
      await Promise.all([...STATIC, ...LEGAL, TWIN].map(async (path) => [path, (await get(path)).headers.get('etag')])),
    )
  const before = await marks()
  await sql`update property set status = 'unlisted', version = version + 1 where slug = 'sample-property'`.execute(
    app().db,
  )
  for (
    const end = performance.now() + 20_000;
    performance.now() < end && (await htmlOf('/')).includes('sample home');
  );
  const after = await marks()
  const changed = Object.keys(before).filter((path) => before[path] !== after[path])
  assert.deepEqual(changed.sort(), ['/', '/showingbooker', TWIN].sort())
  for (const path of changed) assert.doesNotMatch(textOf(await htmlOf(path)), /sample home/, path)
})

test('every public page has its own title and description, a card for networks, and one main heading', async () => {
  const [titles, descriptions] = [new Set<string>(), new Set<string>()]
  const paths = [...STATIC, ...LEGAL, '/support']
  for (const path of paths) {
    const html = await htmlOf(path)
    const { content } = headOf(html)
    const title = decoded(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')
    assert.ok(title.includes('ShowingBooker') && title.length <= 65, `${path}: ${title}`)
    const description = content('description')
    assert.ok(description.length >= 50 && description.length <= 170, `${path}: ${description.length}`)
    assert.equal(content('og:title'), title)
    assert.equal(content('twitter:description'), description)
    assert.equal(content('og:url'), PUBLIC_URL + path)
    assert.equal(content('og:image'), `${PUBLIC_URL}/icons/card.png`)
    assert.equal(content('twitter:card'), 'summary_large_image')
    titles.add(title)
    descriptions.add(description)
    const levels = [...html.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level))
    assert.equal(levels.filter((level) => level === 1).length, 1, path)
    for (const [index, level] of levels.entries())
      assert.ok(level <= (levels[index - 1] ?? 1) + 1, `${path}: heading ${index + 1} of level ${level}`)
    assert.match(html, /<a class="[^"]+" href="#main">Skip to content<\/a>/, path)
  }
  assert.deepEqual([titles.size, descriptions.size], [paths.length, paths.length])
})

/** Reads the structured data of a page, by type. */
async function dataOf(path: string) {
  const html = await htmlOf(path)
  const [, json = '{"@graph":[]}'] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? []
  const { '@graph': graph } = JSON.parse(json)
  return new Map<string, Record<string, unknown>>(graph.map((one: { '@type': string }) => [one['@type'], one]))
}

test("a page's structured data says the same as its text", async () => {
  const home = await dataOf('/')
  assert.deepEqual([...home.keys()], ['Organization', 'WebSite'])
  assert.equal(home.get('Organization')?.telephone, '+13105550142')
  assert.equal(home.get('WebSite')?.url, `${PUBLIC_URL}/`)
  assert.deepEqual(home.get('WebSite')?.publisher, { '@id': home.get('Organization')?.['@id'] })
  const logo = String(home.get('Organization')?.logo).replace(PUBLIC_URL, '')
  assert.equal((await get(logo)).headers.get('content-type'), 'image/png')

  const pricing = await dataOf('/pricing')
  const text = textOf(await htmlOf('/pricing'))
  const { mainEntity } = pricing.get('FAQPage') as {
    mainEntity: { name: string; acceptedAnswer: { text: string } }[]
  }
  assert.ok(mainEntity.length >= 4)
  for (const { name, acceptedAnswer } of mainEntity) {
    assert.ok(text.includes(name), name)
    assert.ok(text.includes(acceptedAnswer.text), acceptedAnswer.text)
  }
  const { offers } = pricing.get('Service') as { offers: { price: string; priceCurrency: string }[] }
  assert.deepEqual(
    offers.map(({ price, priceCurrency }) => `${price} ${priceCurrency}`),
    ['25.00 USD', '0.00 USD'],
  )
  assert.deepEqual([...(await dataOf('/contact')).keys()], ['Organization'])
  for (const path of LEGAL) assert.equal((await dataOf(path)).size, 0)
})

test('without JavaScript, no report can be sent from the support page, and it says how to email us', async () => {
  const html = await htmlOf('/support')
  const forms = html.match(/<form\b[\s\S]*?<\/form>/g)?.filter((form) => form.includes('noscript')) ?? []
  assert.equal(forms.length, 2)
  for (const form of forms) {
    assert.match(form, /^<form\b[^>]* method="post"/)
    assert.match(form, /<noscript>[\s\S]*turn on JavaScript[\s\S]*href="mailto:support@/)
    // Without an enabled button, the Enter key sends nothing.
    for (const button of form.match(/<button\b[^>]*type="submit"[^>]*>/g) ?? ['']) assert.match(button, / disabled=""/)
  }
})

test("a missing page is a 404 with its request's reference, and is not indexed", async () => {
  const answer = await get('/no/such/page')
  const html = await answer.text()
  assert.equal(answer.status, 404)
  const text = textOf(html)
  assert.match(text, /^Page not found/)
  assert.ok(text.includes(answer.headers.get('x-request-id') ?? 'no id'))
  assert.match(html, /<meta name="robots" content="noindex"/)
  assert.doesNotMatch(html, /rel="canonical"/)
})

test("our own failure is a 500 with its request's reference and no internals; the API says the same", async () => {
  const fail = () => Promise.reject(new Error('secret of the inside'))
  const properties = new Proxy(app().properties, { get: () => fail })
  // One listener gets the changes since the first server started. A second one would outlast the test.
  const broken = await createServer(app().config, { ...app(), properties, startListening: () => Promise.resolve() })
  const ask = (path: string) => broken.fetch(new Request(`http://127.0.0.1:3000${path}`))
  const page = await ask('/showingbooker/book/abc')
  const html = await page.text()
  assert.equal(page.status, 500)
  assert.match(textOf(html), /Something went wrong on our side/)
  assert.ok(textOf(html).includes(page.headers.get('x-request-id') ?? 'no id'))
  assert.doesNotMatch(html, /secret of the inside|at Object\.|node_modules/)
  // The bank may have led a buyer here who has just paid.
  assert.match(textOf(html), /If you just paid, wait for our email or text first/)
  assert.doesNotMatch(textOf(html), /didn't charge/)
  assert.match(page.headers.get('cache-control') ?? '', /no-store/)
  const answer = await ask('/api/showingbooker/public/property/abc')
  assert.equal(answer.status, 500)
  const body = await answer.json()
  assert.deepEqual([body.requestId, 'secret of the inside' in body], [answer.headers.get('x-request-id'), false])
  // Pages that read no property still work.
  for (const path of [...LEGAL, '/about', '/pricing', '/contact', '/robots.txt'])
    assert.equal((await ask(path)).status, 200, path)
})
