import { REGISTRATION_CREDITS } from '../../../account/account/domain.ts'
import { onlySignedIn } from '../../../ui/account-mark.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import * as t from '../../text/site.ts'
import styles from './next-steps.module.css'

const steps = (): { href: string; icon: IconName; name: string; about: string }[] => [
  { href: '/add', icon: 'home', name: t.addProperty(), about: t.addPropertyAbout() },
  { href: '/overview', icon: 'calendar', name: t.openDashboard(), about: t.openDashboardAbout() },
  { href: '/create', icon: 'eye', name: t.makeImage(), about: t.makeImageAbout({ credits: REGISTRATION_CREDITS }) },
  { href: '/oracle', icon: 'file', name: t.askDocuments(), about: t.askDocumentsAbout() },
]

/** Shows signed-in people where to go from the start page, where registration ends. */
export function NextSteps() {
  return (
    <section className={`${styles.band} ${onlySignedIn}`} aria-labelledby="next-steps">
      <div className={styles.inside}>
        <h2 id="next-steps">{t.whatsNext()}</h2>
        <ul className={styles.steps}>
          {steps().map(({ href, icon, name, about }) => (
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
