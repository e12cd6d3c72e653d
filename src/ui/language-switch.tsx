import { useLocation } from 'react-router'
import { api } from '../platform/api-client.ts'
import { type Language, language, languageName, offeredLanguages } from '../platform/language.ts'
import { isMarkedSignedIn } from './account-mark.tsx'
import styles from './language-switch.module.css'

/** Also stores the choice in the account, for its messages. If that fails, the reader can choose again. */
function keepChoice(chosen: Language) {
  if (!isMarkedSignedIn()) return
  void api.PATCH('/user-profile', { body: { settings: { language: chosen } }, keepalive: true }).catch(() => undefined)
}

/** Links to this page in the other languages, each in its own name. The rest of the URL stays: filters, and where to go next. */
export function LanguageSwitch() {
  const { pathname } = useLocation()
  if (offeredLanguages().length === 1) return null
  return (
    <ul className={styles.languages}>
      {offeredLanguages()
        .filter((one) => one !== language())
        .map((one) => (
          <li key={one}>
            <a
              href={`${pathname}?lang=${one}`}
              lang={one}
              hrefLang={one}
              onClick={({ currentTarget: link }) => {
                keepChoice(one)
                // A kept page is the same for every query, so we add the query in the browser.
                const query = new URLSearchParams(location.search)
                query.set('lang', one)
                link.search = `${query}`
              }}
            >
              {languageName(one)}
            </a>
          </li>
        ))}
    </ul>
  )
}
