import * as t from '../../text/property.ts'
/** Time zones of properties in the United States, under their everyday names. */
export const ZONES = [
  { value: 'America/Los_Angeles', label: t.zonePacific },
  { value: 'America/Phoenix', label: t.zonePhoenix },
  { value: 'America/Denver', label: t.zoneDenver },
  { value: 'America/Boise', label: t.zoneBoise },
  { value: 'America/Chicago', label: t.zoneChicago },
  { value: 'America/Indiana/Indianapolis', label: t.zoneIndianapolis },
  { value: 'America/Detroit', label: t.zoneDetroit },
  { value: 'America/New_York', label: t.zoneNewYork },
  { value: 'America/Juneau', label: t.zoneAlaska },
  { value: 'Pacific/Honolulu', label: t.zoneHawaii },
]

export const zoneLabel = (zone: string): string => ZONES.find(({ value }) => value === zone)?.label() ?? zone
