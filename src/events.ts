/**
 * All events, by the area that records them, with their data: IDs and flags, nothing personal. An event with an owner
 * appears on that owner's open dashboard.
 */
export const EVENTS = {
  property: {
    'property.added': { owner: 'id' },
    'property.changed': { owner: 'id' },
    'property.listed': { owner: 'id' },
    'property.unlisted': { owner: 'id' },
    'property.deleted': { owner: 'id' },
    /** The row is gone, too. */
    'property.erased': {},
    'property.contact_changed': {},
    /** Views and shares. */
    'property.counted': {},
    'blockout.changed': { owner: 'id' },
  },
  showing: {
    'booking.held': { property: 'id', moves_slots: 'flag' },
    'booking.lapsed': { property: 'id', moves_slots: 'flag' },
    'booking.requested': { property: 'id', moves_slots: 'flag', owner: 'id' },
    'booking.confirmed': { property: 'id', moves_slots: 'flag', owner: 'id' },
    'booking.approved': { property: 'id', moves_slots: 'flag', owner: 'id' },
    'booking.declined': { property: 'id', moves_slots: 'flag', owner: 'id' },
    'booking.rescheduled': { property: 'id', moves_slots: 'flag', owner: 'id' },
    'booking.completed': { property: 'id', moves_slots: 'flag', owner: 'id' },
    'booking.no_show': { property: 'id', moves_slots: 'flag', owner: 'id' },
    'booking.cancelled': { property: 'id', moves_slots: 'flag', owner: 'id' },
    /** Something else about it changed, such as its money or the service of its notice. */
    'booking.changed': { property: 'id', moves_slots: 'flag', owner: 'id' },
    /** Another person now shows the property. */
    'booking.reassigned': { property: 'id', moves_slots: 'flag', owner: 'id' },
    /** An agent's own time changed. */
    'agent.time_changed': {},
  },
  notice: {
    'message.failed': { owner: 'id' },
    'message.changed': { owner: 'id' },
    /** An agent or a buyer wrote to the other. */
    'message.written': { owner: 'id' },
  },
  studio: {
    'generation.changed': {},
    /** The image as the gallery shows it. */
    'image.changed': {},
    'creator.renamed': {},
    'creator.images_shown': {},
    'creator.images_hidden': {},
  },
  oracle: {
    'conversation.written': {},
    'conversation.answered': {},
  },
} as const

type Kinds = { id: string; flag: boolean }
type Union<T> = T[keyof T]
type Named<T> = {
  [N in keyof T]: { name: N; subject: string; data: { [K in keyof T[N]]: Kinds[T[N][K] & keyof Kinds] } }
}

/** Event. Its subject is the property, block-out, booking, agent, message, request, image, creator or conversation in its name. */
export type ProductEvent = Union<{ [A in keyof typeof EVENTS]: Union<Named<(typeof EVENTS)[A]>> }>

/** How an area reacts to an event of any area. */
export type EventUse = {
  /** Tags of the kept pages and lists that changed. */
  drops?(event: ProductEvent): string[]
  /** Notifies open pages and workers. */
  onEvent?(event: ProductEvent): void
}
