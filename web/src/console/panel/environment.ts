import type { ConsoleEnvironment } from '../request/values.ts'

/** The worker reaches the environments that are shown to readers, also for managers. */
export const usable = (all: ConsoleEnvironment[]) => all.filter(({ base_url, is_shown }) => is_shown && base_url !== '')

export const hostOf = (base_url: string) => URL.parse(base_url)?.host ?? base_url
