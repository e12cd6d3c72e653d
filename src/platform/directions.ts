/** Maximum number of stops between the start and the end of one link (Google Maps URLs, "Directions"). */
const MOST_BETWEEN = 9

/** Returns a link to directions from the reader's location along these addresses, in order. */
export function directionsUrl(first: string, ...others: string[]): string {
  const stops = [first, ...others].slice(0, MOST_BETWEEN + 1)
  const end = stops.pop() ?? first
  const between = stops.length > 0 ? `&waypoints=${encodeURIComponent(stops.join('|'))}` : ''
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(end)}${between}`
}
