import { useQuery } from '@tanstack/react-query'
import { isPictureType, markdownOf } from '../../attachment/file.ts'
import { api, read } from '../../lib/api.ts'
import type { EditingSession } from '../session.ts'

/** The number of files on the page: the count at opening until the list has been fetched elsewhere. */
export function useFileCount({ page_id, attachment_count }: EditingSession) {
  const { data } = useQuery({ ...read(api.page.uploadList, { page_id }), enabled: false })
  return data?.length ?? Number(attachment_count)
}

interface InsertableFile {
  display_name: string
  url: string
  file_type: string
}

/** A space if a Latin word or its punctuation would touch the inserted text. */
const spaceNextTo = (adjacent: string) => (/[\p{Script=Latin}\p{N})\]]/u.test(adjacent) ? ' ' : '')

/** Replaces the selection with a picture or with a link to any other file. */
export function insertFile({ editing: { view } }: EditingSession, { display_name, url, file_type }: InsertableFile) {
  const { from, to } = view.state.selection.main
  const [left, right] = [view.state.sliceDoc(Math.max(0, from - 1), from), view.state.sliceDoc(to, to + 1)]
  const text = markdownOf(display_name, url, isPictureType(file_type))
  view.dispatch({
    ...view.state.replaceSelection(`${spaceNextTo(left)}${text}${spaceNextTo(right)}`),
    scrollIntoView: true,
    userEvent: 'input',
  })
  // Not on a phone, where a focus raises the keyboard over the text.
  if (!globalThis.matchMedia?.('(pointer: coarse)').matches) view.focus()
}
