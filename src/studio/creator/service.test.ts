import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeCreator, storeImage } from '../../../test/gallery.ts'
import { signUp } from '../../../test/scene.ts'

let app: TestApp
let made = 0
before(async () => {
  app = await testApp()
})
after(() => app.close())

/** Signs up a person with a profile. */
async function person(username = `Person${++made}`) {
  const signed = await signUp(app, `${username.toLowerCase()}@creators.example.com`)
  await app.call('POST', '/create-user', { uid: signed.accountId, username }, signed.headers)
  const call = (method: string, path: string) => app.call(method, path, undefined, signed.headers)
  return { ...signed, username, call }
}
const profileOf = async (username: string) => (await app.call('GET', `/public-profile/${username}`)).body.profile
const change = (accountId: string, settings: object) =>
  sql`update profile set settings = ${JSON.stringify(settings)} where account_id = ${accountId}`.execute(app.db)
const images = ({ body }: { body: { images: { id: string }[] } }) => body.images.map(({ id }) => id)

test('a profile shows only public facts about a creator, and only public images', async () => {
  const { id: accountId } = await makeCreator(app.db, 'Known_One')
  const shown = await storeImage(app.db, { accountId })
  await storeImage(app.db, { accountId, visibility: 'private' })
  const { status, body } = await app.call('GET', '/public-profile/known_one')
  assert.equal(status, 200)
  assert.deepEqual(
    body.images.map((one: { id: string }) => one.id),
    [shown],
  )
  const { created_at, ...rest } = body.profile
  assert.deepEqual(rest, {
    anonymous_username: 'Known_One',
    bio: '',
    picture: null,
    gallery_count: 1,
    follower_count: 0,
    following_count: 0,
    isFollowing: null,
    isOwn: false,
    isPrivate: false,
  })
  assert.ok(Date.parse(created_at) > 0)
  for (const nobody of ['nobody', 'a%25b', '%00', 'x'.repeat(101)])
    assert.ok([404, 400].includes((await app.call('GET', `/public-profile/${nobody}`)).status), nobody)
  assert.equal((await app.call('GET', '/public-profile/nobody')).body.error, 'Profile not found')
})

test('counts two simultaneous follows once, and two unfollows once', async () => {
  const [one, two] = [await person(), await person()]
  const answers = await Promise.all(Array.from({ length: 8 }, () => one.call('POST', `/follow/${two.username}`)))
  for (const { status, body } of answers)
    assert.deepEqual([status, body], [200, { isFollowing: true, follower_count: 1 }])
  assert.equal((await profileOf(two.username)).follower_count, 1)
  assert.equal((await profileOf(one.username)).following_count, 1)
  assert.deepEqual((await one.call('GET', `/follow/${two.username}/status`)).body, { isFollowing: true })
  assert.equal((await one.call('GET', `/public-profile/${two.username}`)).body.profile.isFollowing, true)
  await Promise.all(Array.from({ length: 8 }, () => one.call('DELETE', `/follow/${two.username}`)))
  assert.equal((await profileOf(two.username)).follower_count, 0)
  assert.deepEqual((await one.call('GET', `/follow/${two.username}/status`)).body, { isFollowing: false })
})

test('many people can follow each other at the same moment, and every count is right', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => person()))
  const pairs = people.flatMap((from) => people.filter((to) => to !== from).map((to) => ({ from, to })))
  const answers = await Promise.all(pairs.map(({ from, to }) => from.call('POST', `/follow/${to.username}`)))
  assert.ok(answers.every(({ status }) => status === 200))
  for (const { username } of people) {
    const { follower_count, following_count } = await profileOf(username)
    assert.deepEqual([follower_count, following_count], [5, 5])
  }
})

test('refuses to follow oneself, an unknown profile, or anyone without a sign-in', async () => {
  const one = await person()
  const { status, body } = await one.call('POST', `/follow/${one.username.toUpperCase()}`)
  assert.deepEqual([status, body.error], [400, "You can't follow yourself"])
  assert.equal((await one.call('POST', '/follow/nobody')).status, 404)
  for (const [method, path] of [
    ['POST', `/follow/${one.username}`],
    ['DELETE', `/follow/${one.username}`],
    ['GET', `/follow/${one.username}/status`],
  ] as const)
    assert.equal((await app.call(method, path)).status, 401, method)
  await assert.rejects(
    sql`insert into follow values (${one.accountId}, ${one.accountId}, now())`.execute(app.db),
    /follow_another/,
  )
})

test('refuses a follower without a profile, and says why', async () => {
  const { username } = await person()
  const { headers } = await signUp(app, 'nameless@creators.example.com')
  const { status, body } = await app.call('POST', `/follow/${username}`, undefined, headers)
  assert.deepEqual([status, body.code], [409, 'no_profile'])
})

test('the creators you follow have their own feed, newest first', async () => {
  const reader = await person()
  const [one, two, other] = await Promise.all([makeCreator(app.db), makeCreator(app.db), makeCreator(app.db)])
  const ids: string[] = []
  for (const { id: accountId } of [one, two, one, two, one]) ids.unshift(await storeImage(app.db, { accountId }))
  await storeImage(app.db, { accountId: other.id })
  await storeImage(app.db, { accountId: one.id, visibility: 'private' })
  assert.deepEqual(images(await reader.call('GET', '/following-images')), [])
  for (const { username } of [one, two]) await reader.call('POST', `/follow/${username}`)
  assert.deepEqual(images(await reader.call('GET', '/following-images')), ids)
  const first = await reader.call('GET', '/following-images?limit=3')
  const rest = await reader.call('GET', `/following-images?limit=3&cursor=${first.body.nextCursor}`)
  assert.deepEqual([...images(first), ...images(rest), rest.body.nextCursor], [...ids, null])
  // Someone who follows only a few creators would know whose images these are.
  await change(two.id, { private_profile: true })
  assert.equal(images(await reader.call('GET', '/following-images')).length, 3)
})

test('only the creator and admins see a private or suspended profile, but followers may unfollow it', async () => {
  const [shy, fan, stranger, boss] = [await person(), await person(), await person(), await person()]
  await app.accounts.grantAdmin(`${boss.username.toLowerCase()}@creators.example.com`)
  await fan.call('POST', `/follow/${shy.username}`)
  await change(shy.accountId, { private_profile: true })
  const path = `/public-profile/${shy.username}`
  for (const [who, status] of [
    [shy, 200],
    [boss, 200],
    [fan, 404],
    [stranger, 404],
  ] as const)
    assert.equal((await who.call('GET', path)).status, status, who.username)
  assert.equal((await app.call('GET', path)).status, 404)
  assert.equal((await stranger.call('POST', `/follow/${shy.username}`)).status, 404)
  assert.equal((await stranger.call('GET', `/follow/${shy.username}/status`)).status, 404)
  assert.deepEqual((await fan.call('DELETE', `/follow/${shy.username}`)).body, {
    isFollowing: false,
    follower_count: 0,
  })
  await change(shy.accountId, {})
  await sql`insert into suspension (account_id, reason, suspended_at, unlisted) values (${shy.accountId}, 'Spam', now(), '{}')`.execute(
    app.db,
  )
  assert.equal((await app.call('GET', path)).status, 404)
})

test('a deleted account disappears at once from profiles, galleries, feeds, and counts', async () => {
  const [leaver, fan, star] = [await person('Leaver'), await person(), await person()]
  await storeImage(app.db, { accountId: leaver.accountId })
  await fan.call('POST', '/follow/Leaver')
  await leaver.call('POST', `/follow/${star.username}`)
  assert.equal((await fan.call('GET', '/following-images')).body.images.length, 1)
  const body = { password: 'a password of the tests', confirm: true }
  const { status } = await app.call('POST', '/api/account/deletion', body, {
    cookie: leaver.cookie,
    origin: app.config.publicUrl,
  })
  assert.ok(status < 300, String(status))
  assert.equal((await fan.call('GET', '/following-images')).body.images.length, 0)
  assert.equal((await app.call('GET', '/search-images?creator=leaver')).body.images.length, 0)
  assert.equal((await app.call('GET', '/public-profile/Leaver')).status, 404)
  assert.equal((await profileOf(star.username)).follower_count, 0)
  assert.equal((await profileOf(fan.username)).following_count, 0)
})
