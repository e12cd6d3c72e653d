import { Icon, type IconName } from '../../../ui/icon.tsx'
import type { AgentProfile } from '../../account/contract.ts'
import type { Property } from '../contract.ts'
import styles from './property-people.module.css'

type Person = { role: string; name: string; about?: string; phone: string | null; email: string | null }

/** Agent, resident and owner, each a tap away. @param profile of whoever looks; null where the home is somebody else's */
export function PropertyPeople({ property, profile }: { property: Property; profile: AgentProfile | null }) {
  return (
    <ul className={styles.people}>
      {peopleOf(property, profile).map((person) => (
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
  const number = phone?.replace(/[^\d+]/g, '')
  const who = `${name} (${role.toLowerCase()})`
  const ways: { icon: IconName; word: string; href: string }[] = [
    ...(number ? [{ icon: 'phone' as const, word: 'Call', href: `tel:${number}` }] : []),
    ...(number ? [{ icon: 'message' as const, word: 'Text', href: `sms:${number}` }] : []),
    ...(email ? [{ icon: 'mail' as const, word: 'E-mail', href: `mailto:${email}` }] : []),
  ]
  return (
    <div className={styles.ways}>
      {ways.map(({ icon, word, href }) => (
        <a
          key={word}
          className={styles.way}
          href={href}
          aria-label={`${word} ${who}`}
          title={`${word} ${phone ?? email}`}
        >
          <Icon name={icon} />
        </a>
      ))}
    </div>
  )
}

function peopleOf(property: Property, profile: AgentProfile | null): Person[] {
  const people: Person[] = [agentOf(property, profile)]
  const { resident_name, resident_phone, resident_email, occupancy_status } = property
  if (occupancy_status !== 'vacant') {
    const about = occupancy_status === 'owner' ? 'owner lives there' : undefined
    people.push({
      role: 'Resident',
      name: resident_name ?? 'No name',
      about,
      phone: resident_phone,
      email: resident_email,
    })
  }
  const owner = ownerName(property)
  const { owner_phone, owner_email } = property
  if (owner || owner_phone || owner_email)
    people.push({ role: 'Owner', name: owner ?? 'No name', phone: owner_phone, email: owner_email })
  return people
}

function agentOf(property: Property, profile: AgentProfile | null): Person {
  if (!property.use_public_profile) {
    const { agent_name, agent_phone, agent_email } = property
    return { role: 'Agent', name: agent_name ?? 'No name', phone: agent_phone, email: agent_email }
  }
  const name = profile?.agent_name ?? (profile ? 'No name in your profile' : 'Their public profile')
  const phone = profile?.agent_phone ?? property.agent_phone
  return {
    role: 'Agent',
    name,
    about: profile ? 'public profile' : undefined,
    phone,
    email: profile?.agent_email ?? null,
  }
}

function ownerName({ owner_type, owner_entity_name, owner_entity_type, owner_first_name, owner_last_name }: Property) {
  const person = [owner_first_name, owner_last_name].filter(Boolean).join(' ')
  if (owner_type === 'individual' || !owner_entity_name) return person || null
  const isTold = !owner_entity_type || owner_entity_type === 'Other' || owner_entity_name.includes(owner_entity_type)
  return isTold ? owner_entity_name : `${owner_entity_name} (${owner_entity_type})`
}
