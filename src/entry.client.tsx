import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { isLanguage, setLanguageSource } from './platform/language.ts'
import { RenderedZone, ZONE_ATTRIBUTE } from './ui/account-time.tsx'

const { lang, dataset } = document.documentElement
const offered = (dataset.languages ?? lang).split(' ').filter(isLanguage)
setLanguageSource(
  () => (isLanguage(lang) ? lang : 'en'),
  () => offered,
)

function hydrate() {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RenderedZone value={document.documentElement.getAttribute(ZONE_ATTRIBUTE) ?? 'UTC'}>
          <HydratedRouter />
        </RenderedZone>
      </StrictMode>,
    )
  })
}

// The page is already readable, so let it paint first and hydrate in the next task.
requestAnimationFrame(() => setTimeout(hydrate))
