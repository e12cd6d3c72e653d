import { Icon, type IconName } from '../../../ui/icon.tsx'
import phoneHidden from '../../../ui/phone-hidden.module.css'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/property.ts'
import styles from './view-switch.module.css'

export type View = 'rows' | 'cards'

const COOKIE = 'property_view'
const VIEWS: { view: View; name: () => string; icon: IconName }[] = [
  { view: 'rows', name: t.viewRows, icon: 'list' },
  { view: 'cards', name: t.viewCards, icon: 'grid' },
]

/** Reads the view that this browser shows. */
export const viewOf = (cookies: string | null): View =>
  cookies?.split('; ').includes(`${COOKIE}=cards`) ? 'cards' : 'rows'

/** Chooses between rows and cards. The browser remembers it for a year. */
export function ViewSwitch({ shown }: { shown: View }) {
  const reload = useReloadAfterAct()
  function show(view: View) {
    // biome-ignore lint/suspicious/noDocumentCookie: Safari has no cookie store yet.
    document.cookie = `${COOKIE}=${view}; path=/; max-age=31536000; samesite=lax`
    void reload()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a form.
    <div className={styles.views} role="group" aria-label={t.view()}>
      {VIEWS.map(({ view, name, icon }) => (
        <button key={view} type="button" aria-pressed={view === shown} onClick={() => show(view)}>
          <Icon name={icon} />
          <span className={phoneHidden.words}>{name()}</span>
        </button>
      ))}
    </div>
  )
}
