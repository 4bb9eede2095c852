import {
  type Language,
  type MoveProgress,
  type MoveReport,
  type MoveStage,
  type MoveVerification,
  type MoveWarning,
  proofsOf,
  type SkipReason,
  type UnsupportedReason,
} from '@sheaf/contract'
import { inLanguage } from '@sheaf/contract/languages'
import type { Bilingual } from '../command.ts'

const stages: Record<MoveStage, Bilingual> = {
  copying: { en: 'copying the database', zh: '复制数据库' },
  planning: { en: 'planning', zh: '规划编号' },
  writing: { en: 'writing', zh: '写入' },
  files: { en: 'files', zh: '文件' },
  proving: { en: 'comparing', zh: '核对' },
  done: { en: 'done', zh: '完成' },
}

const reasons: Record<SkipReason, Bilingual> = {
  orphan: { en: 'its parent is gone in ShowDoc', zh: '所属内容在 ShowDoc 中已不存在' },
  unknownHere: { en: 'kept aside: Sheaf has no place for it', zh: '另行保存：此处没有对应功能' },
  columns: { en: 'columns kept aside', zh: '另行保存的字段' },
  transient: { en: 'sessions and locks, over by now', zh: '会话与编辑锁，已失效' },
  secret: { en: 'a secret, to be generated again', zh: '密钥，需重新生成' },
  twice: { en: 'duplicate of another row', zh: '与另一行重复' },
  taken: { en: 'the key or address is taken here', zh: '密钥或地址在此处已被占用' },
  draft: { en: 'unpublished draft, kept aside', zh: '未发布的草稿，另行保存' },
  deleted: { en: 'deleted comments', zh: '已删除的评论' },
  ours: { en: 'this site has its own setting', zh: '保留此处已有的设置' },
  fileMissing: { en: 'the file is not in the uploads', zh: '上传目录中没有该文件' },
  fileElsewhere: { en: 'the file is in a cloud store', zh: '文件位于云存储' },
  quarantined: { en: 'withheld: a kind that could be run', zh: '已隔离：可能被执行的文件类型' },
}

const cannot: Record<UnsupportedReason, Bilingual> = {
  noName: { en: 'has no user name', zh: '没有用户名' },
  noPassword: { en: 'has no password in ShowDoc', zh: '在 ShowDoc 中没有密码' },
  outside: { en: 'signs in through another system', zh: '通过其他系统登录' },
  unknownForm: { en: 'has a password of an unknown form', zh: '密码格式无法识别' },
}

const warnings: Record<MoveWarning, Bilingual> = {
  defaultPassword: {
    en: 'An administrator still has the password of ShowDoc’s manual (123456). Change it before anybody reaches this site.',
    zh: '有管理员仍在使用 ShowDoc 手册中的默认密码 123456，请在开放访问之前修改。',
  },
  enterOss: { en: 'Cloud storage: enter its secret in the settings and switch it on again.', zh: '云存储：请在设置中重新填写密钥并启用。' },
  enterLdap: {
    en: 'LDAP: enter the bind password in the settings and switch it on again.',
    zh: 'LDAP：请在设置中重新填写绑定密码并启用。',
  },
  enterOauth2: {
    en: 'OAuth2: enter the client secret in the settings and switch it on again.',
    zh: 'OAuth2：请在设置中重新填写客户端密钥并启用。',
  },
  enterLoginKey: {
    en: 'General login key: make a new one in the settings and give it to the systems that use it.',
    zh: '通用登录密钥：请在设置中重新生成，并更新使用它的系统。',
  },
  linksLeadElsewhere: {
    en: 'Some ids were taken here already. Links in texts and bookmarks to those pages lead elsewhere; the report lists them.',
    zh: '部分编号在此处已被占用，指向这些页面的旧链接会打开其他内容，清单见报告。',
  },
  boardsAsText: {
    en: 'Whiteboards and card boards were imported as the text that ShowDoc stores for them.',
    zh: '白板与看板项目以其存储的文本形式迁入。',
  },
  asksVisitors: {
    en: 'Some items ask visitors whether their pages are helpful and show the figures, as they did in ShowDoc. Their settings change that.',
    zh: '部分项目沿用 ShowDoc 中的设置，向访客征求反馈并公开统计数字，可在项目设置中更改。',
  },
  noUploads: { en: 'There is no folder of uploads: no file was taken over.', zh: '没有找到上传目录，未迁入任何文件。' },
}

const words = {
  en: {
    head: ['table', 'read', 'written', 'here', 'left'],
    here: 'This state of ShowDoc was taken over before; nothing was written.',
    proof: {
      pages: 'pages',
      versions: 'versions',
      files: 'files',
      comments: 'comments',
      voices: 'voices of readers',
      subscriptions: 'subscriptions',
    },
    same: (name: string, { compared, same, changedSince, after }: MoveVerification) =>
      `${name}: ${same} of ${compared} the same${changedSince ? `, ${changedSince} changed or removed here since` : ''}  ${after.slice(0, 16)}`,
    people: (all: number, admins: number, not: number) =>
      `accounts: ${all}, of them ${admins} administrators; ${not === 0 ? 'all can sign in' : `${not} cannot sign in:`}`,
    renamed: 'renamed, because the name is taken here:',
    asking: 'items that ask visitors whether their pages are helpful:',
    quarantined: 'withheld files:',
    downloads: (n: number) => `${n} files of kinds that are not on the list are handed out as downloads only.`,
    ids: (n: number) => `${n} ids were taken here and are others now.`,
    report: 'The report and all hashes are in DATA_DIR/showdoc.',
    more: (n: number) => `  … and ${n} more, see the report`,
  },
  zh: {
    head: ['表', '读取', '写入', '合并', '未迁入'],
    here: '该状态的 ShowDoc 已迁入过，本次没有写入任何内容。',
    proof: { pages: '页面', versions: '历史版本', files: '文件', comments: '评论', voices: '读者反馈', subscriptions: '订阅' },
    same: (name: string, { compared, same, changedSince, after }: MoveVerification) =>
      `${name}：${compared} 项中 ${same} 项一致${changedSince ? `，${changedSince} 项之后在此处被修改或删除` : ''}  ${after.slice(0, 16)}`,
    people: (all: number, admins: number, not: number) =>
      `用户：${all} 人，其中管理员 ${admins} 人；${not === 0 ? '所有人都可以登录' : `${not} 人无法登录：`}`,
    renamed: '因名称在此处已被占用而改名：',
    asking: '向访客征求反馈的项目：',
    quarantined: '已隔离的文件：',
    downloads: (n: number) => `${n} 个文件不在允许的类型之列，仅作为下载提供。`,
    ids: (n: number) => `${n} 个编号在此处已被占用，已更换。`,
    report: '报告与全部散列值保存在 DATA_DIR/showdoc。',
    more: (n: number) => `  … 另有 ${n} 项，见报告`,
  },
}

const SHOWN = 20

export const moveProgress = ({ stage, table, done, total }: MoveProgress, language: Language) =>
  [inLanguage(stages[stage], language), table, total > 0 ? `${done}/${total}` : done > 0 ? String(done) : ''].filter(Boolean).join(' ')

/** The report as text for the operator. */
export function reportText(report: MoveReport, language: Language): string {
  const texts = inLanguage(words, language)
  const { people, renamed, quarantined, downloadOnly, ids } = report
  const listed = (head: string, count: number, lines: string[]) =>
    count > 0 ? [head, ...lines.slice(0, SHOWN).map((line) => `  ${line}`), ...(count > SHOWN ? [texts.more(count - SHOWN)] : [])] : []
  const lines = [
    ...(report.changed ? [] : [texts.here, '']),
    ...tableOf(report, language),
    '',
    ...proofsOf(report).map(([name, proof]) => texts.same(texts.proof[name], proof)),
    texts.people(people.all, people.administrators, people.cannotSignIn.count),
    ...listed(
      '',
      people.cannotSignIn.count,
      people.cannotSignIn.first.map(({ uid, username, why }) => `${uid} ${username || '""'}: ${inLanguage(cannot[why], language)}`),
    ).slice(1),
    ...listed(
      texts.renamed,
      renamed.count,
      renamed.first.map(({ table, id, from, to }) => `${table} ${id}: ${from} → ${to || '""'}`),
    ),
    ...listed(
      texts.quarantined,
      quarantined.count,
      quarantined.first.map(({ name, place }) => `${name} → ${place}`),
    ),
    ...listed(
      texts.asking,
      report.asking?.count ?? 0,
      (report.asking?.first ?? []).map(({ item_id, item_name }) => `${item_id} ${item_name}`),
    ),
    ...(downloadOnly.count > 0 ? [texts.downloads(downloadOnly.count)] : []),
    ...(ids.count > 0 ? [texts.ids(ids.count)] : []),
    ...report.warnings.map((warning) => `! ${inLanguage(warnings[warning], language)}`),
    '',
    texts.report,
  ]
  return `${lines.join('\n')}\n`
}

function tableOf({ tables }: MoveReport, language: Language): string[] {
  const rows = tables
    .filter(({ read }) => read > 0)
    .map(({ table, read, written, here, left, columns }) => {
      const why = Object.entries(left).map(([reason, count]) => `${count} ${inLanguage(reasons[reason as SkipReason], language)}`)
      if (columns) why.push(`${columns} ${inLanguage(reasons.columns, language)}`)
      const gone = Object.values(left).reduce((sum, count) => sum + count, 0)
      return [table, String(read), String(written), String(here), String(gone), why.join('; ')]
    })
  const all = [[...inLanguage(words, language).head, ''], ...rows]
  const widths = [0, 1, 2, 3, 4].map((n) => Math.max(...all.map((row) => (row[n] as string).length)))
  return all.map((row) =>
    row
      .map((cell, n) => (n === 0 ? cell.padEnd(widths[0] as number) : n < 5 ? cell.padStart(widths[n] as number) : cell))
      .join('  ')
      .trimEnd(),
  )
}
