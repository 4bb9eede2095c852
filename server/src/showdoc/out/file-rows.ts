import { extensionOf } from '../../attachment/content/file-kinds.rules.ts'
import { safePath } from '../../zip/zip-name.ts'
import { type Copy, copy } from './copy.ts'
import { chinaTime } from './escaped.ts'

export const fileRows: Copy[] = [
  copy(
    'attachment',
    'upload_file',
    ['file_id', 'sign', 'display_name', 'file_type', 'file_size', 'uid', 'item_id', 'visit_times', 'addtime', 'last_visit_time'],
    ({ last_visit_time, ...file }, known) => [
      {
        ...file,
        file_size: String(file.file_size),
        real_url: `${known.url}/server/../${known.fileAt(file)}`,
        last_update_time: last_visit_time,
      },
    ],
  ),
  copy('attachment_page', 'file_page', ['id', 'file_id', 'page_id', 'addtime'], (row) => [{ ...row, addtime: String(row.addtime) }]),
  copy('attachment_flow', 'file_flow', ['uid', 'month', 'bytes'], ({ uid, month, bytes }) => [{ uid, used: bytes, date_month: month }]),
]

/** Where ShowDoc kept it before, so that its address there is the old one again; undefined for what has none, or a dangerous one. */
export function oldPlace(path: string | undefined): string | undefined {
  const safe = path === undefined ? undefined : safePath(path)
  return safe === undefined || isRun(extensionOf(safe)) || safe.split('/').some((part) => part.startsWith('.'))
    ? undefined
    : `Public/Uploads/${safe}`
}

/** A web server would run, or show as a page of its own, what has such a name. */
const isRun = (extension: string) =>
  /^(?:ph|htm|xht|sht|svg|xml|cgi|fcgi|pl|py|rb|asp|jsp|jsf|jspx|js$|mjs|css|sh|bat|cmd|ht|ini|user|conf)/.test(extension)

/** Public/Uploads/2026-11-20/<sign>.png: the visitor's address of a file stays the one with its sign. */
export function freshPlace({ sign, display_name, addtime }: { sign: string; display_name: string; addtime: number }) {
  const extension = extensionOf(display_name)
  const name = `${sign}.${isRun(extension) || extension === '' ? 'bin' : extension}`
  return `Public/Uploads/${chinaTime(addtime).slice(0, 10)}/${name}`
}
