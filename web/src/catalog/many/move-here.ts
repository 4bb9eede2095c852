import { api, isNetworkError } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import type { Info } from '../../tree/item-tree.ts'
import { nodeOf, ROOT, shapeOf } from '../../tree/shape.ts'
import { useSend } from '../../ui/send.ts'
import { toast, toastOfWork } from '../../ui/toast.tsx'
import type { Selected } from '../selection.ts'
import { useWhat } from './happens.tsx'
import { manyWords } from './many.words.ts'

const UNDO_OFFERED_MS = 10_000
/** A move that is faster shows its result alone. */
const SHOWN_AFTER_MS = 200

/** Shows what was done to many pages, with the offer to take it back. */
export function useUndoOffer() {
  const t = useWords(manyWords)
  const undo = useSend(api.tree.undo, { done: t.undone, failed: true })
  const offer = (text: string, batch_id: string | undefined, second?: { text: string; run: () => void }) => {
    // An attempt that did not reach the server can be repeated.
    const again = (error: Error) => isNetworkError(error) && offer(text, batch_id, second)
    toast(text, 'ok', {
      durationMs: UNDO_OFFERED_MS,
      ...(batch_id !== undefined && { action: { text: t.undo, run: () => void undo.send({ batch_id }).catch(again) } }),
      ...(second && { second }),
    })
  }
  return offer
}

/** Moves the selection to the end of a catalog of its item, and ends the selection. Until it has moved, a further drag moves nothing. */
export function useMoveHere(info: Info, { lines, pages, catalogs }: Selected, onDone: () => void) {
  const t = useWords(manyWords)
  const whatOf = useWhat()
  const offer = useUndoOffer()
  const { send, busy } = useSend(api.tree.move, { onDone, failed: true })
  return async (to_cat_id: string) => {
    if (busy) return
    const to = to_cat_id === ROOT ? info.item_name : nodeOf(shapeOf(info), to_cat_id).name
    const { item_id } = info
    let hide = () => {}
    const show = setTimeout(() => {
      hide = toastOfWork(t.movingMany(whatOf(pages, catalogs)))
    }, SHOWN_AFTER_MS)
    const input = { item_id, lines: JSON.stringify(lines), to_item_id: item_id, to_cat_id, checked: '', password: '' }
    const done = await send(input).finally(() => {
      clearTimeout(show)
      hide()
    })
    offer(t.moved(whatOf(Number(done.pages), Number(done.catalogs)), to), done.batch_id)
  }
}
