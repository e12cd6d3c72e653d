import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { makeForm, makeProperty } from './factories.ts'
import { LINKS, VISITOR } from './pay-links.ts'
import { bookShowing, freeSlot, signUp } from './scene.ts'
import { decoded, siteOfTests, textOf } from './site-server.ts'

const { app, get, post } = siteOfTests()

/** Fetches a page as the server sends it, before any script runs. */
async function read(path: string, headers: Record<string, string> = {}) {
  const answer = await get(path, headers)
  const html = await answer.text()
  return { status: answer.status, headers: answer.headers, html, text: textOf(html) }
}

test('an unknown property is Property Not Available, with status 404, four reasons, and two links', async () => {
  const { status, html, text } = await read('/showingbooker/book/no-such-home')
  assert.equal(status, 404)
  assert.match(text, /Property Not Available/)
  const main = /<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  assert.equal(main.match(/<li\b/g)?.length, 4)
  assert.match(main, /href="tel:\+1\d+"/)
  assert.match(main, /href="\/showingbooker"[^>]*>Back to ShowingBooker/)
})

test('an ID leads to the same booking page as the slug', async () => {
  const { id, slug } = await makeProperty(app().db)
  const byId = await read(`/showingbooker/book/${id}`)
  assert.equal(byId.status, 200)
  assert.equal(byId.text, (await read(`/showingbooker/book/${slug}`)).text)
})

test('without JavaScript, the booking page is readable and says how to book', async () => {
  const { slug } = await makeProperty(app().db)
  const { html, text } = await read(`/showingbooker/book/${slug}`)
  for (const fact of ['Book at least 48 hours ahead', '$25.00', 'Refunds.']) assert.ok(text.includes(fact), fact)
  assert.match(
    /<noscript>[\s\S]*?<\/noscript>/.exec(html)?.[0] ?? '',
    /please turn on JavaScript.* email the agent on this page/,
  )
  const dates = html.match(/<input[^>]*name="showingDate"[^>]*>/g) ?? []
  assert.ok(dates.some((date) => !/ disabled=""/.test(date)))
})

test('without JavaScript, every public page has its first heading', async () => {
  for (const path of ['/showingbooker', '/demo-booking', '/showingbooker/terms', '/login', '/public-gallery'])
    assert.match((await read(path)).html, /<h1\b[^>]*>[^<]/, path)
})

test('without JavaScript, a refused form speaks the language of its reader, whoever read a page before', async () => {
  for (const [last, mine, words] of [
    ['en', 'es', /<html lang="es"[\s\S]*Escriba su nombre/],
    ['es', 'en', /<html lang="en"[\s\S]*Please enter your name/],
  ] as const) {
    await get('/login', { 'accept-language': last })
    const empty = { name: '', email: '', password: '', username: '' }
    const [answer] = await Promise.all([
      post('/register', empty, { 'accept-language': mine }),
      get('/login', { 'accept-language': last }),
    ])
    assert.match(await answer.text(), words)
  }
})

test('a page does not renew the session, because it would drop the new cookie', async () => {
  const { cookie, accountId } = await signUp(app(), 'each-day@people.example.com')
  const due = new Date(Date.now() + 5 * 24 * 3_600_000)
  await sql`update account_session set expires_at = ${due} where account_id = ${accountId}`.execute(app().db)
  assert.equal((await get('/overview', { cookie })).status, 200)
  const { rows } = await sql<{ at: Date }>`
    select expires_at as at from account_session where account_id = ${accountId}`.execute(app().db)
  assert.deepEqual(rows, [{ at: due }])
})

test("a buyer's email breaks before its host or a dot if it is long", async () => {
  const { slug } = await makeProperty(app().db)
  const { token } = await bookShowing(app(), makeForm(slug, { buyerEmail: 'maria@buyers.example.com' }))
  const { html } = await read(`/showingbooker/booking/${token}`)
  assert.match(html.replaceAll('<!-- -->', ''), /<dd[^>]*>maria<wbr\/>@buyers<wbr\/>\.example<wbr\/>\.com<\/dd>/)
})

test('a page that reloads its data after the sign-out leads back to itself, not to its data', async () => {
  for (const path of ['/account/security', '/account/profile', '/create', '/oracle'])
    for (const asked of [path, `${path}.data`]) {
      const answer = await get(asked)
      const led = `${answer.headers.get('location') ?? ''} ${await answer.text()}`
      assert.ok(led.includes(`/login?next=${encodeURIComponent(path)}`), asked)
      assert.ok(!led.includes(encodeURIComponent('.data')) && !led.includes('.data'), asked)
    }
})

test('the links between the pages of the sign-in keep where the person wanted to go', async () => {
  const next = '?next=%2Fproperties%3Fq%3Doak'
  for (const [path, ...links] of [
    ['/login', '/register', '/forgot-password'],
    ['/login/code', '/login'],
    ['/register', '/login'],
    ['/forgot-password', '/login'],
  ]) {
    const main = /<main\b[\s\S]*<\/main>/.exec((await read(`${path}${next}`)).html)?.[0] ?? ''
    for (const link of links) assert.ok(main.includes(`href="${link}${next}"`), `${path} to ${link}`)
  }
  assert.match((await read('/login')).html, /href="\/forgot-password"/)
})

test('the head of the booking page names the property and its price', async () => {
  const { slug } = await makeProperty(app().db)
  const { html } = await read(`/showingbooker/book/${slug}`)
  assert.match(decoded(/<title>([^<]*)/.exec(html)?.[1] ?? ''), /^Book a showing: .*, CA \d{5} · ShowingBooker$/)
  assert.match(html, /<meta name="description" content="[^"]*\$25\.00/)
})

test('the booking page shows networks the picture of the share page, with its own words and address', async () => {
  const { slug } = await makeProperty(app().db)
  const { html } = await read(`/showingbooker/book/${slug}`)
  const shared = await read(`/property/share/${slug}`)
  const tagIn = (page: string, name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(page)?.[1]
  const address = '742 Juniper Street, Unit 3, Los Angeles, CA 90012'
  assert.equal(tagIn(html, 'og:title'), address)
  assert.equal(tagIn(html, 'og:url'), `${app().config.publicUrl}/showingbooker/book/${slug}`)
  assert.match(tagIn(html, 'og:description') ?? '', /^Book a private 30-minute showing of 742 Juniper Street/)
  assert.match(tagIn(html, 'og:image') ?? '', /^https:.*\/files\/previews\//)
  for (const name of ['og:image', 'og:image:alt', 'og:image:width', 'twitter:card', 'twitter:image'])
    assert.equal(tagIn(html, name), tagIn(shared.html, name), name)
})

test("an agent's demo says that no one will come on the pages on which a visitor books and pays for it", async () => {
  const { slug } = await makeProperty(app().db, { isDemo: true })
  const real = await makeProperty(app().db)
  for (const path of ['/showingbooker/book', '/property/share']) {
    assert.match((await read(`${path}/${slug}`)).text, /DEMO: this is not a real showing .*no one will come/)
    assert.doesNotMatch((await read(`${path}/${real.slug}`)).text, /DEMO/)
  }
  const { body } = await app().call('POST', '/api/showingbooker/public/book', makeForm(slug))
  assert.match((await read(new URL(body.payUrl).pathname)).text, /DEMO: this is not a real showing/)
})

test("without JavaScript, a pay link's and a proposal's buttons are disabled, and the page names support", async () => {
  const agent = await signUp(app(), 'scripts@agents.example.com')
  const { id, slug } = await makeProperty(app().db, { ownerId: agent.accountId })
  const { booking } = await bookShowing(app(), makeForm(slug))
  const [held, proposed] = [await freeSlot(app(), slug, 20), await freeSlot(app(), slug, 40)]
  const link = await app().call('POST', LINKS, { propertyId: id, ...held, ...VISITOR }, agent.headers)
  const asked = `/api/showingbooker/bookings/${booking.id}/propose-move`
  assert.equal((await app().call('POST', asked, proposed, agent.headers)).status, 200)
  for (const [url, label] of [
    [link.body.payUrl, 'Continue to payment'],
    [booking.manageUrl, 'Keep '],
  ]) {
    const { html } = await read(new URL(url).pathname)
    assert.match(html, new RegExp(`<button[^>]* disabled=""[^>]*>${label}`))
    const words = /<noscript>[\s\S]*?<\/noscript>/.exec(html)?.[0] ?? ''
    assert.match(words, /To use this page, turn on JavaScript.*href="tel:/)
  }
})

test("a buyer's page is hidden from search engines, caches, and other sites, and unknown links are 404", async () => {
  const { status, headers, text } = await read(`/showingbooker/booking/${'x'.repeat(32)}`)
  assert.equal(status, 404)
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow')
  assert.equal(headers.get('cache-control'), 'private, no-store')
  assert.match(text, /Booking not found/)
})

test('an expired link from our own message says so, and what to do', async () => {
  for (const [page, words] of [
    ['feedback', 'You can answer for 14 days after we ask.'],
    ['owner', 'Ask your agent for a new link.'],
  ]) {
    const { status, headers, text } = await read(`/showingbooker/${page}/${'x'.repeat(32)}`)
    assert.equal(status, 404)
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(text, `This link is no longer valid. ${words}`)
  }
})

test('a broken link to a notice, receipt, or calendar file shows a page to people and a JSON error to programs', async () => {
  for (const path of ['notice/cut', 'booking/cut/receipt.pdf', 'booking/cut/calendar.ics?lang=es']) {
    const address = `/api/showingbooker/public/${path}`
    const answer = await get(address, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    assert.equal(answer.status, 302, path)
    const page = await read(answer.headers.get('location') ?? '')
    assert.equal(page.status, 404, path)
    assert.match(page.text, path.endsWith('es') ? /Reserva no encontrada/ : /Booking not found/, path)
    const problem = await get(address, { accept: '*/*' })
    assert.deepEqual([problem.status, problem.headers.get('content-type')], [404, 'application/json'], path)
  }
})

test("no cache stores a person's own pages and their data", async () => {
  const { cookie } = await signUp(app(), 'own-pages@people.example.com')
  const { id } = await makeProperty(app().db)
  const paths = `/overview /stats /report /add /properties /properties/import /properties/${id}/edit /properties/${id}/logs
    /properties/${id}/feedback /properties/${id}/owner /properties/${id}/qr /properties/${id}/bookings /calendar
    /calendar/showings/${id} /upcoming /upcoming/book /upcoming/${id}/service /completed /showings/${id}/evidence /buyers
    /buyers/${id} /profile /showings/messages /create /oracle /account /account/profile /account/settings /account/security
    /account/credits /account/data /account/delete /account/deleted /private-gallery /profile/nobody`
  for (const path of paths.split(/\s+/))
    for (const asked of [path, `${path}.data`]) {
      const answer = await get(asked, { cookie })
      assert.equal(answer.headers.get('cache-control'), 'private, no-store', `${asked} ${answer.status}`)
      await answer.text()
    }
})

test('pages behind emailed links hide their URL from other sites, and their forms send our origin', async () => {
  for (const path of ['/reset-password?token=x', '/verify-email?token=x', '/confirm-new-email?token=x']) {
    const { status, headers, html } = await read(path)
    // With `no-referrer` a browser sends a form without scripts with `Origin: null`.
    assert.deepEqual([status, headers.get('referrer-policy')], [200, 'same-origin'], path)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.match(html, /<form[^>]* method="post"/)
  }
})

test('every long path of the dashboard leads to its short one, for everyone', async () => {
  const tabs = ['overview', 'add', 'properties', 'calendar', 'upcoming', 'completed', 'profile', 'stats', 'support']
  for (const [path, target] of [
    ...tabs.map((tab) => [`/showingbooker/${tab}`, `/${tab}`] as const),
    ['/showingbooker/rd', '/support'],
    ['/rd', '/support'],
    ['/account/showing-profile', '/profile'],
    ['/showingbooker/dashboard', '/add'],
    ['/showingbooker/listings', '/properties'],
  ] as const) {
    const { status, headers } = await get(path)
    assert.deepEqual([status, headers.get('location')], [301, target], path)
  }
  const searched = await read('/showingbooker/properties?q=oak')
  const led = [searched.status, searched.headers.get('location')]
  // Twice in 150 runs, this was a 404. Its body tells which route answered.
  assert.deepEqual(led, [301, '/properties?q=oak'], `${led} ${searched.html}`)
  assert.equal((await get('/showingbooker/of-nobody')).status, 404)
  const agent = await signUp(app(), 'ada@agents.example.com')
  const home = await get('/showingbooker/of-nobody', { cookie: agent.cookie })
  assert.equal(home.headers.get('location'), '/overview')
})

test('a page says why a visitor must log in', async () => {
  for (const [path, message] of [
    ['/overview', 'Please Login to Access ShowingBooker'],
    ['/add', 'Please log in to add properties'],
    ['/properties/of-nobody/edit', 'Please log in to update properties'],
    ['/properties/of-nobody/bookings/all', 'Please log in to view bookings'],
    ['/properties/of-nobody/logs', 'Please log in to view compliance logs'],
  ] as const) {
    const { status, text } = await read(path)
    assert.equal(status, 401, path)
    assert.ok(text.includes(message), `${path}: ${text}`)
  }
})

test("the days of a passkey are those of the reader's zone, in the reader's words", async () => {
  const { accountId, cookie } = await signUp(app(), 'pia@agents.example.com')
  await app().database.pool.query(
    `insert into account_passkey (id, account_id, name, public_key, credential_id, counter, device_type, backed_up,
       created_at, last_used_at)
     select gen_random_uuid(), $1, 'Phone', '', 'pia', 0, 'singleDevice', false, at, at + interval '9 hours'
     from (select timestamptz '2026-11-27T01:00Z' as at) evening`,
    [accountId],
  )
  const inLosAngeles = { cookie: `${cookie}; time_zone=America/Los_Angeles` }
  const { text } = await read('/account/security', inLosAngeles)
  assert.ok(text.includes('Added November 26, 2026 · Last used November 27, 2026'), text)
  const spanish = await read('/account/security', { ...inLosAngeles, 'accept-language': 'es' })
  assert.ok(spanish.text.includes('Agregada el 26 de noviembre de 2026'), spanish.text)
})

test('the outbox is for admins', async () => {
  const agent = await signUp(app(), 'bob@agents.example.com')
  const admin = await signUp(app(), 'boss@agents.example.com')
  await app().accounts.grantAdmin('boss@agents.example.com')
  assert.equal((await read('/dev/outbox')).status, 401)
  assert.equal((await read('/dev/outbox', { cookie: agent.cookie })).status, 403)
  const { status, text } = await read('/dev/outbox?q=nonsense', { cookie: admin.cookie })
  assert.equal(status, 200)
  assert.match(text, /No messages match\./)
})

test("an hour before a showing, a fetch of its buyer's page gets no entry code and counts as no view", async () => {
  const { slug } = await makeProperty(app().db)
  const { booking, token } = await bookShowing(app(), makeForm(slug))
  const now = app().clock.now().toString()
  app().clock.set(Temporal.Instant.from(booking.startsAt).subtract({ minutes: 60 }).toString())
  const { html, text } = await read(`/showingbooker/booking/${token}`)
  await get(`/showingbooker/booking/${token}`, {}, 'HEAD')
  app().clock.set(now)
  assert.match(text, /How to get in Loading the entry instructions/)
  assert.match(/<noscript>[\s\S]*?<\/noscript>/.exec(html)?.[0] ?? '', /turn on JavaScript/)
  assert.doesNotMatch(html, /Lockbox/)
  const { rows } = await sql`
    select from compliance_entry where booking_id = ${booking.id} and event = 'instructions_viewed'`.execute(app().db)
  assert.equal(rows.length, 0)
})
