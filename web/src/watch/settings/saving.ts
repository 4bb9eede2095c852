import type { Answer } from '@sheaf/contract/client'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSend } from '../../ui/send.ts'

type Stored = Answer<'watch', 'settings'>
export type NewsRows = Stored['rows']
interface Quiet {
  from: number
  to: number
  /** 1 Monday to 7 Sunday. */
  days: number[]
}
type Chosen = Pick<Stored, 'rows' | 'digest_hour' | 'digest_day' | 'zone' | 'language'> & { quiet: Quiet }
export type Settings = Omit<Stored, 'quiet'> & { quiet: Quiet }

/** The wire has numbers as numbers or as digits. */
export const settingsOf = (stored: Stored): Settings => ({
  ...stored,
  quiet: { from: Number(stored.quiet.from), to: Number(stored.quiet.to), days: stored.quiet.days.map(Number) },
})

const toSend = ({ rows, quiet, ...plain }: Partial<Chosen>) => ({
  ...plain,
  ...(rows && { rows: JSON.stringify(rows) }),
  ...(quiet && { quiet: JSON.stringify(quiet) }),
})

export type Saving = ReturnType<typeof useSaving>

/** Every choice is shown and sent at once. A choice that was not saved stays visible and can be sent again. */
export function useSaving(stored: Settings) {
  const [waiting, setWaiting] = useState<Partial<Chosen>>({})
  const newest = useRef(0)
  const save = useSend(({ input }: { input: Partial<Chosen>; at: number }) => api.watch.saveSettings(toSend(input)), {
    changes: api.watch.saveSettings,
    queue: 'watch settings',
    onDone: (_, { at }) => at === newest.current && setWaiting({}),
  })
  const send = (input: Partial<Chosen>) => {
    newest.current++
    setWaiting(input)
    void save.send({ input, at: newest.current })
  }
  return {
    settings: { ...stored, ...waiting },
    /** Choices that wait are sent along, so that none is lost when a request fails. */
    choose: (choice: Partial<Chosen>) => send({ ...waiting, ...choice }),
    again: () => send(waiting),
    busy: save.busy,
    error: save.error,
    isDone: save.isDone,
  }
}
