import { useQuery } from '@tanstack/react-query'
import { isPictureType, markdownOf } from '../../attachment/file.ts'
import { api, read } from '../../lib/api.ts'
import type { EditingSession } from '../session.ts'

/** How many files are on the page: as it was opened, until the list has been fetched for some other reason. */
export function useFileCount({ page_id, attachment_count }: EditingSession) {
  const { data } = useQuery({ ...read(api.page.uploadList, { page_id }), enabled: false })
  return data?.length ?? Number(attachment_count)
}

interface Kept {
  display_name: string
  url: string
  file_type: string
}

/** A space where a Latin word or its punctuation would touch what is inserted. */
const spaceNextTo = (beside: string) => (/[\p{Script=Latin}\p{N})\]]/u.test(beside) ? ' ' : '')

/** A picture is shown, another file linked, in the stead of what is selected. */
export function insertFile({ editing: { view } }: EditingSession, { display_name, url, file_type }: Kept) {
  const { from, to } = view.state.selection.main
  const [before, after] = [view.state.sliceDoc(Math.max(0, from - 1), from), view.state.sliceDoc(to, to + 1)]
  const text = markdownOf(display_name, url, isPictureType(file_type))
  view.dispatch({
    ...view.state.replaceSelection(`${spaceNextTo(before)}${text}${spaceNextTo(after)}`),
    scrollIntoView: true,
    userEvent: 'input',
  })
  // Not on a phone, where a focus raises the keyboard over the text.
  if (!globalThis.matchMedia?.('(pointer: coarse)').matches) view.focus()
}
