export const SLOT_MINUTES = 30

/** Writes minutes after midnight as `HH:MM`. */
export const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** `HH:MM` wall times; a slot ends no later than `end`. */
export type WeeklyHours = Partial<Record<Weekday, { enabled: boolean; start: string; end: string }>>
export type DateOverride = { date: string; closed: true } | { date: string; start: string; end: string }

export type HoursRules = {
  timeZone: string
  availabilityType: 'standard' | 'custom'
  customAvailability: WeeklyHours | null
  overrides: DateOverride[]
  bufferMinutes: number
  /** Limits on entry into a tenant's home (decisions.md section 4). `none` if no tenant lives there. */
  entry: { rule: 'none' } | { rule: 'warn' } | { rule: 'enforce'; consentHours: WeeklyHours | null }
}

/** Stored settings that decide a property's hours. */
export type KeptHours = {
  time_zone: string
  availability_type: 'standard' | 'custom'
  custom_availability: WeeklyHours | null
  availability_overrides: DateOverride[]
  occupancy_status: 'owner' | 'resident' | 'vacant'
  entry_hours_rule: 'warn' | 'enforce'
  resident_consent_hours: WeeklyHours | null
  buffer_minutes: number
}

export const rulesOf = (kept: KeptHours): HoursRules => ({
  timeZone: kept.time_zone,
  availabilityType: kept.availability_type,
  customAvailability: kept.custom_availability,
  overrides: kept.availability_overrides,
  bufferMinutes: kept.buffer_minutes,
  entry:
    kept.occupancy_status !== 'resident'
      ? { rule: 'none' }
      : kept.entry_hours_rule === 'warn'
        ? { rule: 'warn' }
        : { rule: 'enforce', consentHours: kept.resident_consent_hours },
})
