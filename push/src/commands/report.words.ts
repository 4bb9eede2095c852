import type { Language } from '../lib/language.ts'

const reportEn = {
  dry: 'Nothing was written; this is what would happen.',
  sum: (made: number, changed: number, same: number) => `${made} created, ${changed} changed, ${same} unchanged`,
  failed: 'Could not be pushed:',
  overwritten: 'Had been changed on the site since; their history keeps that text:',
  orphans: 'Pushed earlier, and nothing makes them any more (--delete-orphans takes them to the recycle bin):',
  deleted: 'Taken to the recycle bin:',
  orphansKept: 'No orphan was deleted: there were pages that could not be pushed, or none at all was found.',
  warnings: 'To look at:',
}

const reportZh: typeof reportEn = {
  dry: '试运行，没有写入任何内容。实际运行的结果会是：',
  sum: (made, changed, same) => `新建 ${made} 页，更新 ${changed} 页，${same} 页没有变化`,
  failed: '推送失败：',
  overwritten: '以下页面曾在站点上被修改，已按源内容更新，修改过的文本保留在历史版本中：',
  orphans: '以下页面由之前的推送生成，现在已没有来源（使用 --delete-orphans 移入回收站）：',
  deleted: '已移入回收站：',
  orphansKept: '没有删除任何页面：有页面推送失败，或没有找到任何来源。',
  warnings: '需要留意：',
}

export const reportWords = (language: Language) => (language === 'zh' ? reportZh : reportEn)
