import { type ReactNode, useContext } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, useRouteError } from 'react-router'
import { language, offeredLanguages } from './platform/language.ts'
import { PleaseLogin } from './showing/dashboard/components/please-login.tsx'
import { NotFound } from './site/site/components/not-found.tsx'
import { NotTaken } from './site/site/components/not-taken.tsx'
import { SiteFrame } from './site/site/components/site-frame.tsx'
import { WentWrong } from './site/site/components/went-wrong.tsx'
import { AccountMark } from './ui/account-mark.tsx'
import { RenderedZone, ZONE_ATTRIBUTE } from './ui/account-time.tsx'
import mark from './ui/mark.svg?inline'
import './ui/tokens.css'
import './ui/base.css'

export function Layout({ children }: { children: ReactNode }) {
  const zone = useContext(RenderedZone)
  return (
    <html
      lang={language()}
      data-languages={offeredLanguages().join(' ')}
      {...{ [ZONE_ATTRIBUTE]: zone }}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1a1e1b" media="(prefers-color-scheme: dark)" />
        <AccountMark usernamePath="/public-gallery" />
        <link rel="icon" type="image/svg+xml" href={mark} />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {/* Styles need no nonce. The browser hides a nonce from scripts, so React would find it changed. */}
        <Links nonce="" />
        <Meta />
      </head>
      <body>
        <SiteFrame>{children}</SiteFrame>
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  if (isRouteErrorResponse(error) && error.status === 401) return <PleaseLogin />
  if (isRouteErrorResponse(error) && error.status === 405) return <NotTaken />
  return <WentWrong error={error} />
}
