import { type ChangeEvent, useState } from 'react'

/** Keyboards of Android compose each word, also of English: there a word that is not finished is searched, and Enter is meant. */
const composesEachWord = () => /Android/.test(navigator.userAgent)

/** The key that an input method reports for a character whose key it keeps to itself; `Dead` is that of an accent. */
const CHARACTER = /^(.|Dead|Process|Unidentified)$/u

/**
 * Keys that choose a candidate, move among candidates or end a composition belong to the input method, also in dialogs, menus and the
 * cells of a spreadsheet. Safari sends such a key after the end of the composition, as a key with the code 229. The key of the first
 * character has the same code; it goes on, because it starts to fill a cell. A command such as Ctrl S, which the input method leaves
 * alone, stays a command.
 */
function keep(event: KeyboardEvent) {
  const { isComposing, keyCode, key, ctrlKey, metaKey } = event
  const kept = isComposing ? keyCode === 229 || !(ctrlKey || metaKey) : keyCode === 229 && !CHARACTER.test(key)
  if (kept) event.stopImmediatePropagation()
}

/** No other part of the product receives the keys of an input method. To be called before any part listens. */
export function keepCompositionKeys() {
  if (!composesEachWord()) addEventListener('keydown', keep, true)
}

/** Whether the field contains letters that an input method will replace. */
export const isUnsettled = ({ nativeEvent }: ChangeEvent) => (nativeEvent as InputEvent).isComposing && !composesEachWord()

/**
 * The text of a field without what an input method is still composing: half of a word finds nothing. `composition` belongs on the field.
 */
export function useSettledText(text: string) {
  const [before, setBefore] = useState<string>()
  const composition = {
    onCompositionStart: () => setBefore(composesEachWord() ? undefined : text),
    onCompositionEnd: () => setBefore(undefined),
  }
  return { settled: before ?? text, composition }
}
