import { isPictureType, markdownOf } from '../attachment/file.ts'
import type { Sitting } from './editor-sitting.ts'

interface Kept {
  display_name: string
  url: string
  file_type: string
}

/** A picture is shown, another file linked, in the stead of what is selected. */
export function insertFile({ editing: { view } }: Sitting, { display_name, url, file_type }: Kept) {
  view.dispatch({
    ...view.state.replaceSelection(markdownOf(display_name, url, isPictureType(file_type))),
    scrollIntoView: true,
    userEvent: 'input',
  })
  // Not on a phone, where a focus raises the keyboard over the text.
  if (!globalThis.matchMedia?.('(pointer: coarse)').matches) view.focus()
}
