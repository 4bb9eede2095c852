import { type Location, NavigationType } from 'react-router'
import { createHistory, type HistoryStack } from './history.ts'

const ORIGIN = 'http://here.invalid'

/** A history that begins at `path`, which is without the base; for the server, and for tests. */
export const memoryHistory = (path: string, base = '') => createHistory(memoryStack(base + path), base)

function memoryStack(first: string): HistoryStack {
  const entryOf = (path: string, state: unknown, key: string): Location => {
    const { pathname, search, hash } = new URL(path, ORIGIN)
    return { pathname, search, hash, state, key }
  }
  const entries = [entryOf(first, null, 'default')]
  let index = 0
  let onMove = () => {}
  return {
    read: () => entries[index] as Location,
    index: () => index,
    write(action, path, { state, key }) {
      if (action === NavigationType.Push) index++
      entries.splice(index, action === NavigationType.Push ? entries.length : 1, entryOf(path, state, key))
    },
    go(delta) {
      if (!entries[index + delta]) return
      index += delta
      onMove()
    },
    onMove(moved) {
      onMove = moved
    },
    origin: () => ORIGIN,
  }
}
