// Serves the pages from their sources and updates the screen on each save. scripts/dev.ts starts it.
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { ViteDevServer } from 'vite'
import { main } from '../src/main.ts'
import type { PageBuild, PageSource } from '../src/platform/page-source.ts'

const hmrPort = Number(process.env.DEV_HMR_PORT)

let starting: Promise<ViteDevServer> | undefined

async function startVite(): Promise<ViteDevServer> {
  const { createServer } = await import('vite')
  return createServer({
    server: { middlewareMode: true, hmr: { port: hmrPort, host: '127.0.0.1' } },
    appType: 'custom',
    clearScreen: false,
  })
}

function vite(): Promise<ViteDevServer> {
  starting ??= startVite()
  return starting
}

const sourcePages: PageSource = {
  mode: 'development',
  load: async () => (await (await vite()).ssrLoadModule('virtual:react-router/server-build')) as PageBuild,
  isKept: false,
  // Vite adds styles to the page by script and sends it changes over a socket.
  sources: {
    scripts: [],
    connections: [`ws://127.0.0.1:${hmrPort}`],
    frames: [],
    styles: ["'unsafe-inline'"],
  },
  serveFiles(app) {
    // This must come soon for open pages, but the API's answers come first.
    setTimeout(() => void vite(), 500)
    app.use(async (c, next) => {
      const { incoming, outgoing } = c.env as { incoming?: Incoming; outgoing?: Outgoing }
      if (!incoming || !outgoing) return next()
      const { middlewares } = await vite()
      const isServed = await new Promise<boolean>((done, fail) => {
        outgoing.once('close', () => done(true))
        middlewares(incoming, outgoing, (error?: unknown) => (error ? fail(error) : done(false)))
      })
      return isServed ? RESPONSE_ALREADY_SENT : next()
    })
  },
}
type Middlewares = ViteDevServer['middlewares']
type Incoming = Parameters<Middlewares>[0]
type Outgoing = Parameters<Middlewares>[1]

const exitCode = await main(['serve'], sourcePages)
await (await starting)?.close()
process.exit(exitCode)
