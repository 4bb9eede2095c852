import type { Answer } from '@sheaf/contract/client'
import type { Language } from '@sheaf/contract/errors'
import { factsOf } from '@sheaf/contract/languages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api, read, unwrapAnswer } from '../../lib/api.ts'
import { readBoot } from '../../lib/boot.ts'
import { refreshAfter } from '../../lib/changes.ts'
import { sendFile, useAttempt } from '../../lib/files/upload.ts'
import { itemsWords } from '../items.words.ts'

export type Imported = Answer<'import', 'auto'>
export type Previewed = Answer<'import', 'preview'>

interface UploadEvents {
  sent: (bytes: number) => void
  allSent: () => void
}

const send = <Out>(path: string, file: File, fields: Record<string, string>, events: UploadEvents) =>
  sendFile(path, { fields, fileField: 'file', file, events: events, read: (answer) => unwrapAnswer(answer) as Out })

/** Sends the file; an import can take minutes. */
const sendImport = (file: File, fields: Record<string, string>, events: UploadEvents) => send<Imported>('import/auto', file, fields, events)

/** Imports docs/example, packed by scripts/build.mjs, as an item of the user; returns the item id. */
export async function makeExample(language: Language, request_id: string) {
  const packed = await fetch(`${readBoot().base}/example/${factsOf(language).manual}.zip`)
  if (!packed.ok) throw new Error(itemsWords[language].firstExampleFailed)
  const file = new File([await packed.blob()], 'example.zip', { type: 'application/zip' })
  const imported = await sendImport(file, { request_id, password: '' }, { sent: () => {}, allSent: () => {} }).done
  if (!imported) throw new Error(itemsWords[language].firstExampleFailed)
  const { item_id, item_name } = imported
  await api.item.update({ item_id, item_name, item_description: itemsWords[language].firstExampleDescription })
  return item_id
}

/** Requests a preview of what the import would change in an item. */
export const sendPreview = (file: File, fields: { item_id: string; cat_id: string }, events: UploadEvents) =>
  send<Previewed>('import/preview', file, fields, events)

/** The access of a new item, perhaps with the name of its source and of the version; or the target in an existing item. */
type Fields = { password: string; source?: string; label?: string } | { item_id: string; cat_id: string }

export type Import =
  | { at: 'start'; cancelled?: boolean }
  | { at: 'sending'; file: File; sent: number; allSent: boolean }
  | { at: 'failed'; file: File; fields: Fields; error: Error }
  | { at: 'done'; imported: Imported; isFollowing: boolean }

const POLL_INTERVAL_MS = 400

/**
 * One import from choosing the file to the report, with the progress reported by the server. Afterwards it invalidates the
 * cached queries; with `later` only on unmount, for a report that is shown above the affected screen.
 */
export function useImport({ later = false } = {}) {
  const queries = useQueryClient()
  const [state, setState] = useState<Import>({ at: 'start' })
  const { request_id, begin, end } = useAttempt()
  const cancel = useRef(() => {})
  const sending = state.at === 'sending'

  const progress = useQuery({
    ...read(api.import.progress, { request_id }),
    enabled: sending && state.allSent,
    refetchInterval: POLL_INTERVAL_MS,
    staleTime: 0,
  })

  const stale = useRef(false)
  const refresh = useCallback(() => {
    if (stale.current) void refreshAfter(queries, api.import.auto, {})
    stale.current = false
  }, [queries])

  useEffect(() => () => cancel.current(), [])
  useEffect(() => refresh, [refresh])

  const send = async (file: File, fields: Fields) => {
    setState({ at: 'sending', file, sent: 0, allSent: false })
    const upload = sendImport(
      file,
      { request_id: begin(file, fields), ...fields },
      {
        sent: (sent) => setState((now) => (now.at === 'sending' ? { ...now, sent } : now)),
        allSent: () => setState((now) => (now.at === 'sending' ? { ...now, sent: file.size, allSent: true } : now)),
      },
    )
    cancel.current = upload.cancel
    try {
      const imported = await upload.done
      end()
      setState(imported ? { at: 'done', imported, isFollowing: 'source' in fields } : { at: 'start', cancelled: true })
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      end(error)
      setState({ at: 'failed', file, fields, error })
    }
    cancel.current = () => {}
    stale.current = true
    if (!later) refresh()
  }
  const again = () => {
    setState({ at: 'start' })
  }
  return { state, progress: sending && state.allSent ? progress.data : undefined, send, again, cancel: () => cancel.current() }
}
