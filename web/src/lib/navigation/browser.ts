import { type Location, NavigationType } from 'react-router'
import { createHistory, type HistoryStack } from './history.ts'

/** What an entry of the browser carries. The names are those of the router library, so that entries of earlier versions still work. */
interface EntryState {
  /** The state that a screen has given. */
  usr?: unknown
  key?: string
  idx?: number
}

/** The entries of this tab in the browser, of an application below `base`. */
export const browserHistory = (base: string) => createHistory(browserStack(), base)

function browserStack(): HistoryStack {
  const current = (): EntryState => (history.state as EntryState | null) ?? {}
  if (current().idx === undefined) history.replaceState({ ...current(), idx: 0 }, '')
  return {
    read(): Location {
      const { pathname, search, hash } = location
      const { usr, key } = current()
      return { pathname, search, hash, state: usr || null, key: key || 'default' }
    },
    index: () => current().idx ?? undefined,
    write(action, path, { state, key, index }) {
      const entry: EntryState = { usr: state, key, idx: index }
      if (action === NavigationType.Replace) return history.replaceState(entry, '', path)
      try {
        history.pushState(entry, '', path)
      } catch (error) {
        // State that cannot be stored is a fault of the screen; a browser that refuses more entries can still load the address.
        if (error instanceof DOMException && error.name === 'DataCloneError') throw error
        location.assign(path)
      }
    },
    go: (delta) => history.go(delta),
    onMove: (moved) => addEventListener('popstate', moved),
    origin: () => location.origin,
  }
}
