import type { Language } from '@sheaf/contract/errors'
import { factsOf } from '@sheaf/contract/languages'
import { api } from '../lib/api.ts'

/** The IANA name of the zone of this browser: "Asia/Shanghai". */
export const zoneHere = () => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

const partOf = (language: string, timeZone: string, timeZoneName: 'shortGeneric' | 'shortOffset') =>
  new Intl.DateTimeFormat(language, { timeZone, timeZoneName }).formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** "Shanghai" of Asia/Shanghai for a language of Latin letters; in others as they name it, such as "中国时间". */
export function zoneName(zone: string, language: Language) {
  const { name, dates } = factsOf(language)
  return /^[a-z]/i.test(name) ? zone.replace(/^.*\//, '').replaceAll('_', ' ') : partOf(dates, zone, 'shortGeneric')
}

/** "UTC+8" or "UTC-3:30", as it is now. */
export const zoneOffset = (zone: string) => partOf('en', zone, 'shortOffset').replace('GMT', 'UTC')

/** All zones that this browser knows, its own first. */
export const zones = () => [...new Set([zoneHere(), 'UTC', ...Intl.supportedValuesOf('timeZone')])]

/** After a sign-in: the zone of the browser, for an account that has none yet. Without it, mail follows UTC. */
export async function reportZone() {
  try {
    const { zone } = await api.watch.settings({})
    if (zone === '') await api.watch.saveSettings({ zone: zoneHere() })
  } catch {
    // The next sign-in reports it.
  }
}
