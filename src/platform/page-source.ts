import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ServerBuild } from 'react-router'
import type { serverContext as ServerContextKey } from './api-client.ts'
import { takeBuild } from './build-folder.ts'
import type { AppEnv } from './http.ts'
import { LANGUAGES, type Language, type setLanguageSource as SetLanguageSource } from './language.ts'
import type { Sources } from './security-headers.ts'

export type PageBuild = ServerBuild & {
  entry: { module: { serverContext: typeof ServerContextKey; setLanguageSource: typeof SetLanguageSource } }
}

/** The source of documents and their files: the build, or the source files in development (`bin/dev`). */
export type PageSource = {
  mode: 'production' | 'development'
  /** Loads the pages for readers of that language. In development, we call it for each document. */
  load(language?: Language): Promise<PageBuild>
  /** Adds the routes of scripts, styles and pictures. */
  serveFiles(app: OpenAPIHono<AppEnv>): void
  /** Sources that documents may use in addition to our own files. */
  sources?: Sources
  /** Whether we keep documents that are the same for everyone. */
  isKept: boolean
}

let taken: string | undefined
/** The build that was current when this process started. */
const folder = (): string => {
  taken ??= takeBuild()
  return taken
}

export const builtPages: PageSource = {
  mode: 'production',
  async load(language = LANGUAGES[0]) {
    const build = (await import(join(folder(), 'server/index.js'))) as PageBuild
    if (language === LANGUAGES[0]) return build
    const assets = JSON.parse(await readFile(join(folder(), `server/manifest-${language}.json`), 'utf8'))
    return { ...build, assets }
  },
  isKept: true,
  serveFiles(app) {
    // Their names contain a hash of the content, so browsers never revalidate them.
    app.use('/assets/*', async (c, next) => {
      await next()
      c.res.headers.delete('last-modified')
    })
    const serve = (path: string, control: string) =>
      app.use(
        path,
        serveStatic({
          root: join(folder(), 'client'),
          precompressed: true,
          onFound: (_path, c) => {
            c.header('Cache-Control', control)
          },
        }),
      )
    serve('/assets/*', 'public, max-age=31536000, immutable')
    for (const path of ['/icons/*', '/favicon.ico', '/apple-touch-icon.png', '/manifest.webmanifest'])
      serve(path, 'public, max-age=86400')
  },
}
