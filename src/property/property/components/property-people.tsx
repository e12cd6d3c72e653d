import { phoneLink, textLink } from '../../../platform/phone-link.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import * as t from '../../text/property.ts'
import type { Property } from '../contract.ts'
import styles from './property-people.module.css'

type Person = { role: string; name: string; about?: string; phone: string | null; email: string | null }

/** Shows the agent, resident and owner, each a tap away. */
export function PropertyPeople({ property }: { property: Property }) {
  return (
    <ul className={styles.people}>
      {peopleOf(property).map((person) => (
        <li key={person.role}>
          <div className={styles.person}>
            <span className={styles.role}>
              {person.role}
              {person.about && `, ${person.about}`}
            </span>
            <span className={styles.name}>{person.name}</span>
          </div>
          <QuickContact {...person} />
        </li>
      ))}
    </ul>
  )
}

function QuickContact({ role, name, phone, email }: Person) {
  const [call, write] = [phone && phoneLink(phone), phone && textLink(phone)]
  const who = t.nameAndRole({ name, role: role.toLowerCase() })
  const ways: { icon: IconName; word: string; title: string; href: string }[] = [
    ...(phone && call ? [{ icon: 'phone' as const, word: t.callWho({ who }), title: phone, href: call }] : []),
    ...(phone && write ? [{ icon: 'message' as const, word: t.textWho({ who }), title: phone, href: write }] : []),
    ...(email ? [{ icon: 'mail' as const, word: t.emailWho({ who }), title: email, href: `mailto:${email}` }] : []),
  ]
  return (
    <div className={styles.ways}>
      {ways.map(({ icon, word, title, href }) => (
        <a key={href} className={styles.way} href={href} aria-label={word} title={title}>
          <Icon name={icon} />
        </a>
      ))}
    </div>
  )
}

function peopleOf(property: Property): Person[] {
  const people: Person[] = [agentOf(property)]
  const { resident_name, resident_phone, resident_email, occupancy_status } = property
  if (occupancy_status !== 'vacant') {
    const about = occupancy_status === 'owner' ? t.ownerLivesThere() : undefined
    people.push({
      role: t.resident(),
      name: resident_name ?? t.noName(),
      about,
      phone: resident_phone,
      email: resident_email,
    })
  }
  const owner = ownerName(property)
  const { owner_phone, owner_email } = property
  if (owner || owner_phone || owner_email)
    people.push({ role: t.owner(), name: owner ?? t.noName(), phone: owner_phone, email: owner_email })
  return people
}

/** Returns the contact that renters see. */
function agentOf({ contact, use_public_profile }: Property): Person {
  return {
    role: t.agent(),
    name: contact?.agent_name ?? t.noName(),
    about: contact ? (use_public_profile ? t.publicProfile() : undefined) : t.accountSuspended(),
    phone: contact?.agent_phone ?? null,
    email: contact?.agent_email ?? null,
  }
}

function ownerName({ owner_type, owner_entity_name, owner_entity_type, owner_first_name, owner_last_name }: Property) {
  const person = [owner_first_name, owner_last_name].filter(Boolean).join(' ')
  if (owner_type === 'individual' || !owner_entity_name) return person || null
  const isTold = !owner_entity_type || owner_entity_type === 'Other' || owner_entity_name.includes(owner_entity_type)
  return isTold ? owner_entity_name : `${owner_entity_name} (${owner_entity_type})`
}
