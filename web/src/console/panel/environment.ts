import type { ServerCard } from '@sheaf/description/server-card'
import { useMemo, useSyncExternalStore } from 'react'
import { followServers, placeOfChoice, readServer, writeServer } from '../../session/server-choice.ts'
import type { ConsoleEnvironment } from '../request/values.ts'

/** The worker reaches the environments that are shown to readers, also for managers. */
export const usable = (all: ConsoleEnvironment[]) => all.filter(({ base_url, is_shown }) => is_shown && base_url !== '')

export const hostOf = (base_url: string) => URL.parse(base_url)?.host ?? base_url

/** The choice in the endpoint of the page: its source, and its servers; undefined without one. */
function choiceIn(html: string) {
  const { source, servers } =
    new DOMParser().parseFromString(html, 'text/html').querySelector<HTMLElement>('.call .endpoint')?.dataset ?? {}
  return source && servers ? { source, servers: (JSON.parse(servers) as ServerCard).servers } : undefined
}

/** The environment that the console has in common with the endpoint of the page. */
export interface SharedEnvironment {
  /** That of the first environment if it is none of those that are shown. */
  env_id: string
  choose: (environment: ConsoleEnvironment) => void
}

/**
 * What the endpoint of the page has chosen. With a choice between environments, `shared` is that choice, which the console changes as well.
 * With a choice between servers, `address` is that of the chosen one; undefined before a choice.
 */
export function useEndpoint(html: string, item_id: string): { shared?: SharedEnvironment; address?: string | undefined } {
  const choice = useMemo(() => choiceIn(html), [html])
  const kept = () => JSON.stringify(choice && readServer(item_id, choice.source))
  const text = useSyncExternalStore(followServers, kept, () => undefined)
  const chosen = text === undefined ? undefined : (JSON.parse(text) as ReturnType<typeof readServer>)
  const first = choice?.servers[0]
  if (!choice || first?.env_id === undefined) return { address: chosen?.address }
  const { source } = choice
  return {
    shared: {
      env_id: choice.servers[placeOfChoice(choice.servers, chosen)]?.env_id ?? first.env_id,
      choose({ env_id, base_url }) {
        const values = chosen?.values ?? {}
        const isFirst = env_id === first.env_id && Object.keys(values).length === 0
        writeServer(item_id, source, isFirst ? undefined : { server: env_id, values, address: base_url })
      },
    },
  }
}
