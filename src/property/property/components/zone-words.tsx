/** The zones that homes of the United States lie in, as people there call them. */
export const ZONES = [
  { value: 'America/Los_Angeles', label: 'Pacific Time (Los Angeles)' },
  { value: 'America/Phoenix', label: 'Mountain Time without daylight saving (Phoenix)' },
  { value: 'America/Denver', label: 'Mountain Time (Denver)' },
  { value: 'America/Boise', label: 'Mountain Time (Boise)' },
  { value: 'America/Chicago', label: 'Central Time (Chicago)' },
  { value: 'America/Indiana/Indianapolis', label: 'Eastern Time (Indianapolis)' },
  { value: 'America/Detroit', label: 'Eastern Time (Detroit)' },
  { value: 'America/New_York', label: 'Eastern Time (New York)' },
  { value: 'America/Juneau', label: 'Alaska Time (Juneau)' },
  { value: 'Pacific/Honolulu', label: 'Hawaii Time (Honolulu)' },
]

export const zoneLabel = (zone: string): string => ZONES.find(({ value }) => value === zone)?.label ?? zone
