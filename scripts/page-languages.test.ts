import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translateManifest } from './page-languages.ts'

const files = (mark: string, shared: string) => ({
  'src/book.tsx': { file: `assets/book-${mark}.js`, imports: [`_kit-${mark}.js`, '_vendor.js'] },
  [`_kit-${mark}.js`]: { file: `assets/kit-${mark}.js`, imports: ['_vendor.js', ...(shared ? [shared] : [])] },
  '_vendor.js': { file: 'assets/vendor.js' },
  ...(shared && { [shared]: { file: 'assets/more.js', imports: ['_vendor.js'] } }),
})

const manifest = {
  entry: { module: '/assets/book-en.js', imports: [] },
  routes: {
    book: { id: 'book', css: ['/assets/kit.css'], module: '/assets/book-en.js', imports: ['/assets/kit-en.js'] },
  },
  url: '/assets/manifest-1.js',
  version: '1',
}

test("each page lists another language's files, with all of their imports", () => {
  const { routes, version } = translateManifest(manifest, files('en', ''), files('es', '_more.js'))
  assert.equal(version, '1')
  assert.deepEqual(routes.book, {
    id: 'book',
    css: ['/assets/kit.css'],
    module: '/assets/book-es.js',
    imports: ['/assets/kit-es.js', '/assets/vendor.js', '/assets/more.js'],
  })
})

test('the build fails if another language lacks a page', () => {
  assert.throws(() => translateManifest(manifest, files('en', ''), {}), /book-en\.js is in only one language/)
})
