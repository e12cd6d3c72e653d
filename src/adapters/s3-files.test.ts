import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { testApp } from '../../test/app.ts'
import { fileStoreContract } from '../../test/fakes/file-store-contract.ts'
import { makeImage } from '../../test/images.ts'
import { signUp } from '../../test/scene.ts'
import { DomainError } from '../platform/errors.ts'
import type { FileSettings } from '../settings/file-settings.ts'
import { createS3Files } from './s3-files.ts'

/** The s3rver package has no types. */
type Bucketeer = { run(): Promise<AddressInfo>; close(): Promise<void> }
const require = createRequire(import.meta.url)
const S3rver: new (options: object) => Bucketeer = require('s3rver')

const BUCKET = 'showingbooker-files'
let folder: string
let server: Bucketeer
let settings: FileSettings
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bucket-'))
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  const { port } = await server.run()
  settings = {
    bucket: BUCKET,
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
})
after(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

fileStoreContract('a bucket', () => createS3Files(settings))

/** Returns what the operator reads in the log about a failed call. */
async function faultOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (reason) => reason,
  )
  assert.ok(error instanceof DomainError)
  assert.deepEqual([error.kind, error.code, error.retryAfterSeconds], ['unavailable', 'files_away', 5])
  return String((error.cause as Error).message)
}

test('a store that refuses the key or cannot be reached counts as down, and its messages about keys stay out of the log', async () => {
  const refused = createS3Files({ ...settings, accessKeyId: 'of-somebody-else' }, { attempts: 1 })
  const one = new Uint8Array(1)
  assert.equal(await faultOf(refused.get('photos/a.webp')), 's3: 403 InvalidAccessKeyId')
  assert.equal(await faultOf(refused.put('photos/a.webp', one, 'image/webp')), 's3: 403 InvalidAccessKeyId')
  const nowhere = createS3Files({ ...settings, endpoint: 'http://127.0.0.1:9' }, { attempts: 1 })
  assert.equal(await faultOf(nowhere.delete('photos/a.webp')), 's3: ECONNREFUSED')
  const noBucket = createS3Files({ ...settings, bucket: 'of-nobody' }, { attempts: 1 })
  assert.equal(await faultOf(noBucket.put('photos/a.webp', one, 'image/webp')), 's3: 404 NoSuchBucket')
})

test('a store that stops in the middle of a file counts as down after its time limit', async (t) => {
  const stalling = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'image/webp', 'content-length': '1000' })
    answer.write(new Uint8Array(10))
  })
  await new Promise<void>((done) => stalling.listen(0, '127.0.0.1', done))
  t.after(() => {
    stalling.closeAllConnections()
    stalling.close()
  })
  const { port } = stalling.address() as AddressInfo
  const files = createS3Files({ ...settings, endpoint: `http://127.0.0.1:${port}` }, { answerMs: 500, attempts: 1 })
  const late = new Promise<string>((done) => setTimeout(done, 10_000, 'too late').unref())
  assert.match(await Promise.race([faultOf(files.get('photos/a.webp')), late]), /^s3: Timeout/)
})

test('the product stores its files in the bucket and none in the data folder', async () => {
  const app = await testApp({
    env: {
      FILES_S3_BUCKET: BUCKET,
      FILES_S3_REGION: settings.region,
      FILES_S3_ENDPOINT: settings.endpoint ?? '',
      FILES_S3_ACCESS_KEY_ID: settings.accessKeyId,
      FILES_S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
  })
  try {
    const owner = await signUp(app, 'owner@agents.example.com')
    const { id } = await makeImage(app, { accountId: owner.accountId, visibility: 'public' })
    const inBucket = async () => (await readdir(join(folder, BUCKET, 'images', id)).catch(() => [])).length
    assert.ok((await inBucket()) > 0)
    assert.deepEqual(await readdir(join(app.config.dataDir, 'files')).catch(() => []), [])
    const { body } = await app.call('GET', `/images/${id}`, undefined, owner.headers)
    const png = await app.app.request(body.image_url)
    assert.deepEqual([png.status, png.headers.get('content-type')], [200, 'image/png'])
    assert.equal((await app.call('PATCH', `/images/${id}/look`, { filter: 'Analog' }, owner.headers)).status, 200)
    assert.equal((await app.app.request(body.image_url)).status, 404)
    assert.equal((await app.call('DELETE', `/images/${id}`, undefined, owner.headers)).status, 204)
    assert.equal(await inBucket(), 0)
  } finally {
    await app.close()
  }
})
