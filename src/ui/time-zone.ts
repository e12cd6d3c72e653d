export const ZONE_COOKIE = 'time_zone'

/** Returns the browser's zone from its cookies, or UTC if they have no valid one. */
export function zoneOf(cookies: string | null): string {
  const [, zone] = new RegExp(`(?:^|; *)${ZONE_COOKIE}=([A-Za-z0-9_+/-]{1,60})(?:;|$)`).exec(cookies ?? '') ?? []
  if (!zone) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
