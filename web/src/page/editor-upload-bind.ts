import { isSameFile } from '../attachment/file.ts'
import { api } from '../lib/api.ts'
import { stayHere } from './editor-saver.ts'

/** A file that was uploaded before its page had an id. */
export interface Loose {
  url: string
  file_id?: string
}

/** Puts files on the page that has been saved meanwhile; gives back those it could not. */
export async function bindFiles(loose: Loose[], page_id: string): Promise<Loose[]> {
  const unnamed = loose.some((file) => !file.file_id)
  // An upload answers its address alone; the newest of one's own files tell the id.
  const own = unnamed ? await newest(loose.length) : []
  const left: Loose[] = []
  for (const file of loose) {
    const file_id = file.file_id ?? own.find(({ url }) => isSameFile(url, file.url))?.file_id
    const bind = file_id ? api.attachment.bindingPage(stayHere({ file_id, page_id })) : Promise.reject()
    await bind.catch(() => left.push(file))
  }
  return left
}

const newest = (count: number) =>
  api.attachment
    .getMyList(stayHere({ page: '1', count: String(count + 20), attachment_type: '-1', display_name: '', username: '' }))
    .then(({ list }) => list)
    .catch(() => [])
