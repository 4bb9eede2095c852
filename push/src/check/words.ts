import { inLanguage, type Language } from '../lib/language.ts'
import type { Seen } from './see.ts'

type Reason = Seen['reason']

const en = {
  checked: (repo: string, ref: string, proofs: number, files: number) =>
    `${repo}${ref ? ` at ${ref}` : ''}: ${proofs} ${proofs === 1 ? 'proof' : 'proofs'} in ${files} ${files === 1 ? 'file' : 'files'}`,
  addresses: (count: number) => `${count} ${count === 1 ? 'address' : 'addresses'}`,
  none: (repo: string) =>
    `No page of the item names the repository “${repo}”. A page names a source in a comment of its text: <!-- source: ${repo}:src/orders.ts#createOrder -->`,
  counts: (fresh: number, stale: number, gone: number, unknown: number) =>
    `${fresh} fresh, ${stale} stale, ${gone} gone, ${unknown} unknown`,
  waiting: (count: number) => `${count} not accepted by a person yet`,
  dry: 'Nothing was reported; this is what would be found.',
  stale: 'Stale: the source has changed since a person accepted the page.',
  gone: 'Gone: the page names a source that does not exist.',
  unknown: 'Could not be checked:',
  due: 'A review is due:',
  unchecked: 'Not checked, or not for a long time:',
  pages: (stale: number, gone: number, due: number, unchecked: number, fresh: number) =>
    `All pages with a source or a review: ${stale} stale, ${gone} gone, ${due} due, ${unchecked} unchecked, ${fresh} fresh`,
  entry: (place: string, text: string) => `${place}: ${text}`,
  line: (line: number) => `line ${line}`,
  section: (title: string, heading: string) => (heading ? `${title}, “${heading}”` : title),
  more: (count: number) => `… and ${count} more`,
  refused: 'the page was changed meanwhile; it is checked with the next run',
  reasons: (reason: Reason, { selector, detail, lines }: { selector: string; detail: string; lines: string }): string => {
    const texts: Record<Reason, string> = {
      seen: 'has changed',
      noFile: 'there is no such file',
      outside: 'only files below the root are read',
      large: 'the file is larger than 5 MB',
      unreadable: 'the file cannot be read',
      noSymbol: `the file does not declare ${selector}`,
      noLines: 'the file has fewer lines',
      noSymbols: 'symbols in this kind of file are not known; name lines, as in #L12-40',
      binary: 'a binary file has neither symbols nor lines',
      ambiguous: `${selector} is declared in lines ${lines}; name the class as well, as in Class.method, or write method() for a function`,
      noAddress: `answers ${detail}`,
      moved: `has moved for good to ${detail}`,
      noAnswer: `does not answer (${detail})`,
    }
    return texts[reason]
  },
}

export type CheckWords = typeof en

const zh: CheckWords = {
  checked: (repo, ref, proofs, files) => `${repo}${ref ? `（${ref}）` : ''}：${files} 个文件中的 ${proofs} 条依据`,
  addresses: (count) => `${count} 个网址`,
  none: (repo) => `项目中没有页面引用代码仓库“${repo}”。页面通过正文中的注释引用来源：<!-- source: ${repo}:src/orders.ts#createOrder -->`,
  counts: (fresh, stale, gone, unknown) => `一致 ${fresh}，可能过时 ${stale}，来源已消失 ${gone}，无法确认 ${unknown}`,
  waiting: (count) => `${count} 条尚未由人确认`,
  dry: '试运行，没有上报任何结果。检查结果会是：',
  stale: '可能过时：页面确认之后，来源有变化。',
  gone: '来源已消失：页面引用的来源不存在。',
  unknown: '无法检查：',
  due: '待复核：',
  unchecked: '未检查，或长时间未检查：',
  pages: (stale, gone, due, unchecked, fresh) =>
    `有来源或需要复核的全部页面：可能过时 ${stale}，来源已消失 ${gone}，待复核 ${due}，未检查 ${unchecked}，一致 ${fresh}`,
  entry: (place, text) => `${place}：${text}`,
  line: (line) => `第 ${line} 行`,
  section: (title, heading) => (heading ? `${title}“${heading}”一节` : title),
  more: (count) => `……另有 ${count} 项`,
  refused: '页面在此期间有改动，下次运行时再检查',
  reasons: (reason, { selector, detail, lines }) => {
    const texts: Record<Reason, string> = {
      seen: '有变化',
      noFile: '文件不存在',
      outside: '只读取根目录之内的文件',
      large: '文件超过 5 MB',
      unreadable: '无法读取文件',
      noSymbol: `文件中没有声明 ${selector}`,
      noLines: '文件没有这么多行',
      noSymbols: '无法识别此类文件中的符号，请用行号指定，例如 #L12-40',
      binary: '二进制文件没有符号，也没有行',
      ambiguous: `${selector} 在第 ${lines} 行均有声明，请加上类名，例如 Class.method；函数与字段同名时，写作 method()`,
      noAddress: `返回 ${detail}`,
      moved: `已永久移至 ${detail}`,
      noAnswer: `没有响应（${detail}）`,
    }
    return texts[reason]
  },
}

export const checkWords = (language: Language): CheckWords => inLanguage({ en, zh }, language)
