import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeCreator, storeImage } from '../../../test/gallery.ts'
import { signUp } from '../../../test/scene.ts'
import { CACHE_TAG } from '../../platform/page-cache.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Listed = { images: { id: string; anonymous_username: string }[]; nextCursor: string | null; count?: number }
const get = async (path: string, headers = {}): Promise<Listed> => {
  const { status, body } = await app.call('GET', path, undefined, headers)
  assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
  return body
}
const idsOf = ({ images }: Listed) => images.map(({ id }) => id)
const empty = () => sql`delete from image`.execute(app.db)
const countsOf = async (accountId: string) => {
  const { rows } = await sql<{ gallery_count: number; n: number }>`
    select gallery_count, (select count(*)::int from shown_image s where s.account_id = p.account_id) as n
    from profile p where account_id = ${accountId}`.execute(app.db)
  return rows[0]
}

/** Reads every page of a list in turn. */
async function walk(path: string, limit: number): Promise<string[]> {
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: Listed = await get(
      `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor && `&cursor=${cursor}`}`,
    )
    found.push(...idsOf(more))
    cursor = more.nextCursor
  }
  return found
}

test('lists public images newest first, page by page, those of one moment by ID, and no private ones', async () => {
  await empty()
  const { id: accountId } = await makeCreator(app.db)
  const createdAt = '2026-11-02T10:00:00.123456Z'
  const same = await Promise.all(Array.from({ length: 5 }, () => storeImage(app.db, { accountId, createdAt })))
  const older = await storeImage(app.db, { accountId, createdAt: '2026-11-02T10:00:00.123455Z' })
  const newer = await storeImage(app.db, { accountId, createdAt: '2026-11-02T10:00:00.123457Z' })
  await storeImage(app.db, { accountId, visibility: 'private' })
  const expected = [newer, ...same.toSorted().reverse(), older]
  for (const limit of [1, 2, 3, 7, 100]) assert.deepEqual(await walk('/all-images', limit), expected, `by ${limit}`)
  const found = await walk('/search-images?query=lake&sortBy=oldest', 2)
  assert.deepEqual(found, expected.toReversed())
})

test('a search finds images whose prompt has every word, in any case, accent or ending', async () => {
  await empty()
  const { id: accountId } = await makeCreator(app.db)
  const ofPrompt = (prompt: string) => storeImage(app.db, { accountId, prompt })
  const mountains = await ofPrompt('Misty mountains, golden-hour café; 山')
  const sea = await ofPrompt('A misty sea at night/day in Łódź')
  for (const [query, expected] of [
    ['misty', [sea, mountains]],
    ['MISTY mountain', [mountains]],
    ['misty,mountain!', [mountains]],
    ['cafe', [mountains]],
    ['CAFÉ golden', [mountains]],
    ['hour', [mountains]],
    ['山', [mountains]],
    ['day', [sea]],
    ['lodz', [sea]],
    ['a', [sea]],
    ['mist', []],
    ["sea') or 1=1 --", []],
    ['!&|():*', []],
    ['misty castle', []],
  ] as const) {
    const found = await get(`/search-images?query=${encodeURIComponent(query)}`)
    assert.deepEqual(idsOf(found), expected, query)
    assert.equal(found.count, expected.length, query)
  }
})

test('a search by creator matches the beginning of the name, in any case, without patterns', async () => {
  await empty()
  const one = await makeCreator(app.db, 'Prefix_One')
  const two = await makeCreator(app.db, 'prefixTwo')
  const first = await storeImage(app.db, { accountId: one.id, prompt: 'A red fox' })
  const second = await storeImage(app.db, { accountId: two.id, prompt: 'A red barn' })
  const search = async (text: string) => idsOf(await get(`/search-images?${text}`))
  assert.deepEqual(await search('creator=PREFIX'), [second, first])
  assert.deepEqual(await search('creator=prefix_'), [first])
  assert.deepEqual(await search('creator=prefix%25'), [])
  assert.deepEqual(await search('creator=%5C'), [])
  assert.deepEqual(await search('query=red&creator=prefixt'), [second])
  assert.deepEqual(await search('query=fox&creator=prefixt'), [])
  assert.deepEqual(await search('query=red&creator=prefix&sortBy=oldest'), [first, second])
})

test('answers 400 to a search without words or a creator, in an unknown order, or with a cursor of another order', async () => {
  for (const query of [
    '',
    '?query=%20',
    '?query=a&sortBy=best',
    '?query=a&limit=101',
    '?query=a&cursor=x',
    '?query=%00',
  ])
    assert.equal((await app.call('GET', `/search-images${query}`)).status, 400, query)
  const { body } = await app.call('GET', '/search-images')
  assert.deepEqual(body.issues, [{ path: 'query', message: 'Please enter words or a creator to search for' }])
})

test('a search counts up to 1,000 and says so, and a later page does not count again', async () => {
  await empty()
  const { id: accountId } = await makeCreator(app.db, 'Counted')
  const one = await storeImage(app.db, { accountId, prompt: 'A common thing' })
  // The images of a suspended creator all appear at once when the suspension is lifted.
  await sql`insert into suspension (account_id, reason, suspended_at, unlisted) values (${accountId}, 'Spam', now(), '{}')`.execute(
    app.db,
  )
  await sql`
    with more as (
      insert into generation select (jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid()))).*
      from generation g join image i on i.generation_id = g.id and i.id = ${one}, generate_series(1, 1100) returning id)
    insert into image select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'generation_id', m.id,
      'prompt', case when row_number() over () % 10 = 0 then 'A rare common thing' else 'A common thing' end))).*
    from image i, more m where i.id = ${one}`.execute(app.db)
  await sql`update image set visibility = 'private' where id = ${one}`.execute(app.db)
  await sql`delete from suspension where account_id = ${accountId}`.execute(app.db)
  assert.deepEqual(await countsOf(accountId), { gallery_count: 1100, n: 1100 })
  const common = await app.call('GET', '/search-images?query=common')
  assert.deepEqual([common.body.count, common.body.isCapped], [1000, true])
  const creator = await app.call('GET', '/search-images?creator=count')
  assert.deepEqual([creator.body.count, creator.body.isCapped], [1000, true])
  const both = await app.call('GET', '/search-images?query=rare%20common&creator=count&limit=100')
  assert.deepEqual([both.body.count, both.body.isCapped, both.body.images.length], [110, false, 100])
  const rest = await app.call(
    'GET',
    `/search-images?query=rare%20common&creator=count&limit=100&cursor=${both.body.nextCursor}`,
  )
  assert.deepEqual([rest.body.count, rest.body.isCapped, rest.body.images.length], [null, null, 10])
  for (const sortBy of ['newest', 'oldest'])
    assert.equal(new Set(await walk(`/search-images?query=common&sortBy=${sortBy}`, 100)).size, 1100, sortBy)
  await empty()
})

test('an image made private, removed, or deleted leaves every public list and count at once', async () => {
  await empty()
  const { id: accountId, username } = await makeCreator(app.db)
  const ids = await Promise.all(['one', 'two', 'three'].map((prompt) => storeImage(app.db, { accountId, prompt })))
  const isShown = async (id: string) => {
    const lists = ['/all-images', `/search-images?creator=${username}`, `/public-profile/${username}`]
    const shown = await Promise.all(lists.map(async (path) => idsOf(await get(path)).includes(id)))
    assert.equal(new Set(shown).size, 1)
    return shown[0]
  }
  assert.ok(await isShown(ids[0] as string))
  await sql`update image set visibility = 'private' where id = ${ids[0]}`.execute(app.db)
  await sql`update image set removed_at = now(), removed_reason = 'No.' where id = ${ids[1]}`.execute(app.db)
  await sql`delete from image where id = ${ids[2]}`.execute(app.db)
  for (const id of ids) assert.equal(await isShown(id), false)
  assert.deepEqual(await countsOf(accountId), { gallery_count: 0, n: 0 })
  await sql`update image set visibility = 'public' where id = ${ids[0]}`.execute(app.db)
  await sql`update image set removed_at = null, removed_reason = null where id = ${ids[1]}`.execute(app.db)
  assert.deepEqual(await countsOf(accountId), { gallery_count: 2, n: 2 })
})

test('a suspended creator shows nothing until the suspension ends, including images made public during it', async () => {
  await empty()
  const { id: accountId, username } = await makeCreator(app.db)
  const id = await storeImage(app.db, { accountId })
  const meanwhile = await storeImage(app.db, { accountId, visibility: 'private' })
  await sql`insert into suspension (account_id, reason, suspended_at, unlisted) values (${accountId}, 'Spam', now(), '{}')`.execute(
    app.db,
  )
  await sql`update image set visibility = 'public' where id = ${meanwhile}`.execute(app.db)
  assert.deepEqual(idsOf(await get('/all-images')), [])
  assert.equal((await app.call('GET', `/public-profile/${username}`)).status, 404)
  await sql`delete from suspension where account_id = ${accountId}`.execute(app.db)
  assert.deepEqual(idsOf(await get('/all-images')), [meanwhile, id])
  assert.deepEqual(await countsOf(accountId), { gallery_count: 2, n: 2 })
})

test("keeps a private profile's public images, without a searchable name", async () => {
  await empty()
  const { id: accountId, username } = await makeCreator(app.db, 'KeepsToSelf')
  const id = await storeImage(app.db, { accountId, prompt: 'A hidden lake' })
  const hide = (isPrivate: boolean) =>
    sql`update profile set settings = ${JSON.stringify({ private_profile: isPrivate })} where account_id = ${accountId}`.execute(
      app.db,
    )
  await hide(true)
  for (const path of ['/all-images', '/search-images?query=hidden'])
    assert.deepEqual(
      (await get(path)).images.map((one) => [one.id, one.anonymous_username]),
      [[id, '']],
    )
  assert.deepEqual(idsOf(await get('/search-images?creator=keeps')), [])
  assert.equal((await app.call('GET', `/public-profile/${username}`)).status, 404)
  await hide(false)
  assert.deepEqual(idsOf(await get('/search-images?creator=keeps')), [id])
})

test("the creator's own list has every image, and the six recent ones leave out removed images", async () => {
  const { accountId, headers } = await signUp(app, 'own@creators.example.com')
  await app.call('POST', '/create-user', { uid: accountId }, headers)
  const ids: string[] = []
  for (let n = 0; n < 8; n++)
    ids.unshift(await storeImage(app.db, { accountId, visibility: n % 2 ? 'public' : 'private' }))
  await sql`update image set removed_at = now(), removed_reason = 'No.' where id = ${ids[0]}`.execute(app.db)
  const own = await app.call('GET', `/user-images/${accountId}`, undefined, headers)
  assert.deepEqual(idsOf(own.body), ids)
  assert.equal(own.body.images[0].removed.reason, 'No.')
  assert.deepEqual(idsOf(await get(`/recent-images/${accountId}`, headers)), ids.slice(1, 7))
})

test("lists public remixes and the viewer's own, never another person's private image", async () => {
  await empty()
  const { id: accountId } = await makeCreator(app.db)
  const me = await signUp(app, 'remixer@creators.example.com')
  await app.call('POST', '/create-user', { uid: me.accountId }, me.headers)
  const parent = await storeImage(app.db, { accountId })
  const seen = await storeImage(app.db, { accountId, remixOf: parent })
  const mine = await storeImage(app.db, { accountId: me.accountId, visibility: 'private', remixOf: parent })
  assert.deepEqual(idsOf(await get(`/images/${parent}/remixes`)), [seen])
  assert.deepEqual(idsOf(await get(`/images/${parent}/remixes`, me.headers)), [mine, seen])
  const linesOf = async () => {
    const lists = ['/all-images', '/search-images?query=lake']
    const listed = await Promise.all(lists.map(async (path) => (await get(path)).images.find(({ id }) => id === seen)))
    const alone = [{}, me.headers].map(async (by) => (await app.call('GET', `/images/${seen}`, undefined, by)).body)
    return [...listed, ...(await Promise.all(alone))].map(({ remix_of }) => remix_of)
  }
  assert.deepEqual(await linesOf(), [parent, parent, parent, parent])
  await sql`update image set visibility = 'private' where id = ${parent}`.execute(app.db)
  assert.equal((await app.call('GET', `/images/${parent}/remixes`, undefined, me.headers)).status, 404)
  assert.deepEqual(await linesOf(), [null, null, null, null])
  assert.equal((await app.call('GET', `/images/${mine}`, undefined, me.headers)).body.remix_of, parent)
  assert.equal((await app.call('GET', '/images/nonsense/remixes')).status, 404)
})

test("no one can read another person's images by their ID", async () => {
  const me = await signUp(app, 'nosy@creators.example.com')
  const { id } = await makeCreator(app.db)
  for (const path of ['/user-images/', '/recent-images/']) {
    assert.equal((await app.call('GET', path + id)).status, 401)
    for (const whose of [id, 'nonsense', `${id}'`])
      assert.equal((await app.call('GET', path + whose, undefined, me.headers)).status, 404)
  }
})

test('no kept list shows an image once the call that hides, deletes, or removes it is answered', async () => {
  const me = await signUp(app, 'kept@agents.example.com')
  const boss = await signUp(app, 'kept-boss@agents.example.com')
  await app.accounts.grantAdmin('kept-boss@agents.example.com')
  const named = { uid: me.accountId, email: 'kept@agents.example.com', username: 'KeptCreator' }
  assert.equal((await app.call('POST', '/create-user', named, me.headers)).status, 201)
  const kept = { '/public-gallery': app.pageCache, '/all-images': app.answerCache }
  // This test receives no notifications, as if none had arrived yet.
  for (const cache of Object.values(kept)) cache.setListening(true)
  const tags = (await app.call('GET', '/all-images')).headers.get(CACHE_TAG)?.split(',') ?? []
  const bytes = Buffer.from('a page')
  const page = { body: { identity: bytes, gzip: bytes, br: bytes }, headers: {}, etag: '"1"', untilMs: Infinity }
  const isKeptAfter = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    for (const [of, cache] of Object.entries(kept)) cache.put(of, { ...page, tags }, cache.version())
    const { status } = await app.call(method, path, body, headers)
    const [isPageKept, isListKept] = Object.entries(kept).map(([of, cache]) => cache.get(of, 0) !== undefined)
    assert.equal(isPageKept, isListKept)
    return [status, isListKept]
  }
  const make = () => storeImage(app.db, { accountId: me.accountId })
  const own = `/images/${await make()}`
  assert.deepEqual(await isKeptAfter('GET', own, me.headers), [200, true])
  assert.deepEqual(await isKeptAfter('DELETE', own, {}), [401, true])
  assert.deepEqual(await isKeptAfter('PATCH', `${own}/visibility`, me.headers, { visibility: 'private' }), [200, false])
  assert.deepEqual(await isKeptAfter('DELETE', own, me.headers), [204, false])
  assert.deepEqual(await isKeptAfter('DELETE', `/admin/images/${await make()}`, boss.headers), [204, false])
  const hidden = { settings: { private_profile: true } }
  assert.deepEqual(await isKeptAfter('PATCH', '/user-profile', me.headers, hidden), [200, false])
  const suspend = `/api/showingbooker/admin/users/${me.accountId}/suspend`
  assert.deepEqual(await isKeptAfter('POST', suspend, boss.headers, { reason: 'of the test' }), [200, false])
  for (const cache of Object.values(kept)) cache.setListening(false)
})
