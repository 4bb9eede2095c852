import type { Said } from '../language.ts'
import type { Done } from './move-all.ts'

/** So many that stayed are named. */
const NAMED = 20

export const inM = (bytes: number) => (bytes / 1e6).toFixed(1)

/** What came of it. */
export function told({ files, bytes, left }: Done, open: boolean, to: 'local' | 's3'): Said {
  const en = [`${files} files (${inM(bytes)} MB) moved, each read back and compared.`]
  const zh = [`已迁移 ${files} 个文件（${inM(bytes)} MB），均已读回核对。`]
  if (open !== (to === 's3')) {
    en.push(`New files still go ${open ? 'to the cloud store' : 'to this machine'}: the site settings decide that.`)
    zh.push(`新文件仍存入${open ? '云存储' : '本机'}，可在站点设置中更改。`)
  }
  if (left.length > 0) {
    const names = left.slice(0, NAMED).map(({ file, why }) => `  ${file.file_id} ${file.display_name} (${file.store} ${file.path}, ${why})`)
    const list = [...names, ...(left.length > NAMED ? ['  …'] : [])].join('\n')
    en.push(`${left.length} files stay where they are, missing there (lost) or different when read back (changed):\n${list}`)
    zh.push(`${left.length} 个文件未迁移，原处缺失（lost）或读回后不一致（changed）：\n${list}`)
  }
  return { en: en.join('\n'), zh: zh.join('\n') }
}
