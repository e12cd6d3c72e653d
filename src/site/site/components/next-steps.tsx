import { onlySignedIn } from '../../../ui/account-mark.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import styles from './next-steps.module.css'

const STEPS: { href: string; icon: IconName; name: string; about: string }[] = [
  { href: '/add', icon: 'home', name: 'Add a property', about: 'Get its booking link in minutes.' },
  { href: '/overview', icon: 'calendar', name: 'Open your dashboard', about: 'Or try it with a demo property.' },
  { href: '/create', icon: 'eye', name: 'Make an image', about: 'You start with 20 free credits.' },
  { href: '/oracle', icon: 'file', name: 'Ask your documents', about: 'Oracle quotes what it finds.' },
]

/** Where a person who is signed in goes from the start page: registration ends there. */
export function NextSteps() {
  return (
    <section className={`${styles.band} ${onlySignedIn}`} aria-labelledby="next-steps">
      <div className={styles.inside}>
        <h2 id="next-steps">You're signed in. What's next?</h2>
        <ul className={styles.steps}>
          {STEPS.map(({ href, icon, name, about }) => (
            <li key={href}>
              <a href={href}>
                <Icon name={icon} />
                <span>
                  <strong>{name}</strong>
                  <span>{about}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
