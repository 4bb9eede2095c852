import { inLanguage, type Language } from '../lib/language.ts'

const en = {
  noFile: (where: string) => `${where}: there is no such file.`,
  unreadable: (where: string, why: string) => `${where}: this is neither JSON nor YAML (${why}).`,
  outside: (where: string, root: string) => `${where}: only files below ${root} are read. --root names another folder.`,
  nothing: (where: string) => `${where}: the file has nothing at this place.`,
  circle: (where: string) => `${where}: this contains itself, or is nested too deep, and cannot be written into one file.`,
  tooMany: (limit: number) => `The description has more than ${limit} files.`,
  tooLarge: (megabytes: number) => `The description is larger than ${megabytes} MB.`,
  noDescription: (where: string) => `${where}: this is not an OpenAPI or Swagger description.`,
}

export type BundleWords = typeof en

const zh: BundleWords = {
  noFile: (where) => `${where}：文件不存在。`,
  unreadable: (where, why) => `${where}：不是有效的 JSON 或 YAML（${why}）。`,
  outside: (where, root) => `${where}：只读取 ${root} 之内的文件，可用 --root 指定其他目录。`,
  nothing: (where) => `${where}：文件中没有所引用的内容。`,
  circle: (where) => `${where}：内容包含自身或嵌套过深，无法合并为一个文件。`,
  tooMany: (limit) => `接口描述由超过 ${limit} 个文件组成。`,
  tooLarge: (megabytes) => `接口描述超过 ${megabytes} MB。`,
  noDescription: (where) => `${where}：不是 OpenAPI 或 Swagger 接口描述。`,
}

export const bundleWords = (language: Language): BundleWords => inLanguage({ en, zh }, language)

const inShell = (path: string) => `'${path.replaceAll("'", "'\\''")}'`

const reportEn = {
  version: (name: string, seq: string, from: string, parts: number) =>
    `${name}: version ${seq}${from ? ` (${from})` : ''}, parts: ${parts}`,
  files: (count: number) => `Files read: ${count}`,
  applied: (made: number, changed: number, binned: number, kept: number) =>
    `Pages: ${made} created, ${changed} changed, ${binned} moved to the recycle bin, ${kept} kept although their part is gone`,
  checked: (made: number, changed: number, gone: number) => `Parts: ${made} new, ${changed} changed, ${gone} gone`,
  changes: (breaking: number, risky: number, accepted: number) =>
    `Changes: ${breaking} breaking, ${risky} risky${accepted > 0 ? `, ${accepted} of them accepted` : ''}`,
  accepted: ', accepted',
  classes: { breaking: 'breaking', risky: 'risky', safe: 'safe', words: 'words' } as Record<string, string>,
  dry: 'Nothing was written; this is what would happen.',
  same: (name: string, seq: string) => `${name}: the site has exactly this file as version ${seq}. Nothing was changed.`,
  older: (name: string, seq: string) =>
    `${name}: version ${seq} on the site is of a later commit. Nothing was changed; --force makes this the version to show.`,
  untimed: {
    noRepository: () =>
      'The folder of this description is in no git repository, so the time of the commit is not known and an earlier commit can replace this version. Run sheaf-push in a checkout that has its .git folder.',
    noGit: (folder: string) =>
      `git is missing, or refuses this folder, so the time of the commit is not known and an earlier commit can replace this version. If the folder belongs to another user, run: git config --global --add safe.directory ${inShell(folder)}`,
    noCommit: (_folder: string, commit: string) =>
      `The repository does not have the commit ${commit}, so its time is not known and an earlier commit can replace this version. Check the name, and fetch the commit if the checkout is shallow.`,
  },
  held: (gone: number) =>
    `On hold: ${gone} parts are gone, so no page was changed. A manager of the item looks at this version and applies or drops it.`,
  wouldHold: (gone: number) => `This version would be on hold until a manager of the item decides, because ${gone} parts are gone.`,
  isNew: (name: string) =>
    `The item has no source named “${name}” yet, so there is nothing to compare with. The first push without --check creates it.`,
  gone: 'No longer in the source:',
  problems: 'Problems:',
  adopted: (count: number) =>
    `Pages of earlier pushes that belong to the source now: ${count}. What people changed in them is below, as “Kept from before”.`,
  compared: 'Nothing was written.',
  drift: (instance: string, count: number) =>
    count === 0 ? `${instance} has the same structure.` : `${instance} differs in ${count === 1 ? 'one place' : `${count} places`}:`,
  coverage: (percent: number, least: number) => `Described: ${percent} %, required: ${least} %`,
  more: (count: number) => `… and ${count} more`,
  reasons: {
    depth: 'nested too deep',
    link: 'leads to nothing',
    remote: 'is at another address, which is never opened',
    size: 'too large to be shown',
    unsupported: 'is not shown on a page',
    shape: 'is not as it should be, so it is left out',
    cut: 'too long, so it is cut',
    more: 'has too many entries; the rest is left out',
  } as Record<string, string>,
}

const reportZh: typeof reportEn = {
  version: (name, seq, from, parts) => `${name}：版本 ${seq}${from ? `（${from}）` : ''}，共 ${parts} 个条目`,
  files: (count) => `读取文件 ${count} 个`,
  applied: (made, changed, binned, kept) =>
    `新建 ${made} 页，更新 ${changed} 页，移入回收站 ${binned} 页，${kept} 页的条目已消失但页面保留`,
  checked: (made, changed, gone) => `新增 ${made} 个条目，变化 ${changed} 个，消失 ${gone} 个`,
  changes: (breaking, risky, accepted) =>
    `变更：不兼容 ${breaking} 处，有风险 ${risky} 处${accepted > 0 ? `，其中 ${accepted} 处已接受` : ''}`,
  accepted: '（已接受）',
  classes: { breaking: '不兼容', risky: '有风险', safe: '兼容', words: '文字' },
  dry: '没有写入任何内容。实际推送的结果会是：',
  same: (name, seq) => `${name}：站点上的版本 ${seq} 就是这个文件，没有任何变化。`,
  older: (name, seq) => `${name}：站点上的版本 ${seq} 来自更晚的提交，没有做任何改动。使用 --force 可强制采用本次内容。`,
  untimed: {
    noRepository: () =>
      '接口描述所在的目录不在 git 仓库中，无法得知提交的时间，较早的提交因此也能替换此版本。请在含有 .git 目录的检出目录中运行 sheaf-push。',
    noGit: (folder) =>
      `没有安装 git，或 git 拒绝读取此目录，无法得知提交的时间，较早的提交因此也能替换此版本。目录属于其他用户时，请先运行：git config --global --add safe.directory ${inShell(folder)}`,
    noCommit: (_folder, commit) =>
      `仓库中没有提交 ${commit}，无法得知其时间，较早的提交因此也能替换此版本。请检查提交名称；如果是浅克隆，请先获取该提交。`,
  },
  held: (gone) => `待确认：有 ${gone} 个条目将消失，没有改动任何页面。请项目管理者查看该版本，决定应用或放弃。`,
  wouldHold: (gone) => `有 ${gone} 个条目将消失，推送后该版本将处于待确认状态，由项目管理者决定。`,
  isNew: (name) => `项目中还没有名为“${name}”的来源，无从比较。去掉 --check 首次推送时会创建。`,
  gone: '来源中已没有：',
  problems: '需要留意：',
  adopted: (count) => `以往推送的 ${count} 个页面已归入该来源，人工修改的内容保留在页面下方“保留的原有内容”中。`,
  compared: '没有写入任何内容。',
  drift: (instance, count) => (count === 0 ? `${instance} 的结构一致。` : `${instance} 有 ${count} 处差异：`),
  coverage: (percent, least) => `已有说明：${percent}%，要求：${least}%`,
  more: (count) => `……另有 ${count} 项`,
  reasons: {
    depth: '嵌套过深',
    link: '引用的内容不存在',
    remote: '内容位于其他地址，不会读取',
    size: '过大，无法显示',
    unsupported: '不会显示在页面中',
    shape: '内容有误，已略去',
    cut: '过长，已截断',
    more: '条目过多，其余已略去',
  },
}

export type PushedWords = typeof reportEn

export const pushedWords = (language: Language): PushedWords => inLanguage({ en: reportEn, zh: reportZh }, language)
